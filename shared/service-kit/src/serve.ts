import { sweepRun } from '@cusp/child';
import { StdioTransport } from '@cusp/mcp';
import { createLogger, type Logger } from './log.ts';
import { describeService, type Service } from './service.ts';
import { ServiceProcess } from './service-process.ts';

const END_GRACE_MS = 500;
const END_LIMIT_MS = 1_800;

/**
 * Runs a service on this process's stdio until stdin ends, then ends all that it started and exits, within 2 s.
 * With `--describe` it prints its manifest instead.
 */
export async function serve<State>(service: Service<State>): Promise<void> {
  if (process.argv.includes('--describe')) {
    process.stdout.write(`${JSON.stringify(describeService(service), null, 1)}\n`);
    return;
  }
  const log = createLogger(service.name);
  const served = new ServiceProcess(service, log);
  const signalled = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  await served.door.connect(new StdioTransport());
  await Promise.race([served.door.closed, signalled]);
  setTimeout(() => process.exit(1), END_LIMIT_MS);
  await endProcess(served, log);
  process.exit(0);
}

async function endProcess<State>(served: ServiceProcess<State>, log: Logger): Promise<void> {
  const tag = await served.runTag();
  try {
    await served.unbind();
  } catch (error) {
    log.error({ error: String(error) }, 'ending the run failed; sweeping by run tag');
  }
  if (tag) await sweepRun(tag, { graceMs: END_GRACE_MS });
}
