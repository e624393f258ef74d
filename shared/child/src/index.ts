export { Child, type KillOptions } from './child.ts';
export { type ChildExit, describeExit } from './child-exit.ts';
export { endRun } from './end-run.ts';
export {
  type ChildEnvironment,
  type ChildEnvironmentOptions,
  childEnvironment,
} from './environment/child-environment.ts';
export { hideFromProc } from './environment/hide-from-proc.ts';
export { nonInteractive } from './environment/non-interactive.ts';
export { isSecret } from './environment/secrets.ts';
export { serviceEnvironment, withheldNames } from './environment/service-environment.ts';
export { OutputRing, type OutputRingOptions } from './output/output-ring.ts';
export type { ProcessEntry } from './processes/process-entry.ts';
export { processStartTime } from './processes/start-time.ts';
export { findTagged } from './processes/tagged.ts';
export { type OutputTarget, type StartOptions, startChild } from './start-child.ts';
export { killTree } from './termination/kill-tree.ts';
export { type SweepOptions, sweepRun } from './termination/sweep-run.ts';
export type { TerminationOptions } from './termination/terminate.ts';
