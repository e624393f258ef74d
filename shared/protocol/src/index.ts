export * from './changes.ts';
export * from './errors.ts';
export * from './manifest.ts';
export * from './meta.ts';
export type { BindParams, NotificationMethod, RequestMethod } from './methods.ts';
export * as methods from './methods.ts';
export * from './state.ts';
export * from './system-errors.ts';
export * from './tiers.ts';
