import { serve } from '@cusp/service-kit';
import { shell } from './service.ts';

await serve(shell);
