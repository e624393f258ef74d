import { stateDirectory } from '@cusp/protocol';
import { listArtifacts } from '@cusp/service-kit';
import { listRuns } from '../trace/read-trace.ts';

/** `cusp artifacts`: the outputs that were kept whole. */
export async function artifacts(runId: string | undefined, options: { json?: boolean }): Promise<void> {
  const stateDir = stateDirectory();
  const runs = runId === undefined ? (await listRuns(stateDir)).map(({ id }) => id) : [runId];
  const found = (await Promise.all(runs.map((id) => listArtifacts(stateDir, id)))).flat();
  const lines = found.map(
    ({ id, bytes, modifiedMs, path }) =>
      `artifact:${id.padEnd(24)} ${String(bytes).padStart(12)} B  ${new Date(modifiedMs).toISOString()}  ${path}\n`,
  );
  process.stdout.write(options.json ? `${JSON.stringify(found)}\n` : lines.join(''));
}
