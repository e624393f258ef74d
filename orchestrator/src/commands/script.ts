import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { explainSystemError } from '@cusp/protocol';
import { openRun } from '../run/open-run.ts';
import { ScriptSession } from '../run/script-session.ts';
import type { RunOptions } from './flags.ts';
import { withRun } from './with-run.ts';

/** `cusp script`: one run, many calls, a line each way. */
export async function script(file: string, options: RunOptions & { keepGoing?: boolean }): Promise<void> {
  const source = file === '-' ? process.stdin : await openScript(file);
  const run = openRun(options, { door: 'operator', mode: 'default' });
  const failed = await withRun(run, (_run, signal) => {
    const session = new ScriptSession(run, process.stdout, options.keepGoing ?? false, signal);
    return session.answerLines(source);
  });
  source.destroy();
  if (!failed) return;
  process.exitCode ||= 1;
  if (!options.keepGoing)
    process.stderr.write('cusp: stopped at the call that failed; --keep-going goes on\n');
}

async function openScript(file: string): Promise<Readable> {
  const stream = createReadStream(file);
  return new Promise((resolve, reject) => {
    stream.once('open', () => resolve(stream));
    stream.once('error', (error) => reject(explainSystemError(`read the script "${file}"`, error)));
  });
}
