import { serve } from '@cusp/service-kit';
import { files } from './service.ts';

await serve(files);
