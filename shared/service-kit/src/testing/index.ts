export { type CallOutcome, serviceTest } from './service-test.ts';
