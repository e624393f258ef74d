import type { ToolResult } from '@cusp/service-kit';
import type { Command, Ending } from '../command/command.ts';
import type { Leftover } from '../command/leftovers.ts';
import { meaningOfExitOne } from '../exit/benign-exit.ts';
import { type ExitStatus, explainStatus, toExitStatus } from '../exit/exit-status.ts';
import { readOutput } from '../output/read-output.ts';
import type { ShellState } from '../state.ts';

const SHOWN_LEFTOVERS = 5;

/** The result of a command whose shell has exited. Its output is kept only where the result does not hold it. */
export async function answerEnded(
  state: ShellState,
  command: Command,
  { exit, leftovers, isOpen }: Ending,
  notes: readonly (string | undefined)[],
): Promise<ToolResult> {
  const { artifact, name } = command;
  const { text, isWhole } = await readOutput(artifact, state.settings.outputCap);
  const status = toExitStatus(exit);
  const meaning = status.code === 1 ? meaningOfExitOne(command.text, text) : undefined;
  const isLeft = isOpen || leftovers.length > 0;
  const isOver = isWhole && !isLeft;
  if (isOver) await state.commands.forget(command);
  return {
    ...describe(text, status, meaning, [
      isLeft ? describeLeftovers(command, leftovers) : undefined,
      ...notes,
    ]),
    structured: {
      exitCode: status.code,
      ...(status.signal ? { signal: status.signal } : {}),
      ...(meaning ? { meaning } : {}),
      timedOut: false,
      ...(isLeft ? { processName: name } : {}),
      ...(isOver ? {} : { artifact: artifact.id }),
      cwd: state.directory.current,
    },
  };
}

// Hooks look for the exit code of a failure in the first line.
function describe(
  output: string,
  status: ExitStatus,
  meaning: string | undefined,
  notes: readonly (string | undefined)[],
): Pick<ToolResult, 'text' | 'failure'> {
  const isFailure = status.code !== 0 && !meaning;
  const lines = [
    isFailure ? `Exit code ${status.code}` : undefined,
    output || '(no output)',
    meaning ? `Exit code 1: ${meaning} (no error)` : explainStatus(status),
    ...notes,
  ];
  const text = lines.filter((line) => line !== undefined).join('\n');
  return isFailure ? { text, failure: 'command_failed' } : { text };
}

function describeLeftovers({ name, artifact }: Command, leftovers: readonly Leftover[]): string {
  const shown = leftovers.slice(0, SHOWN_LEFTOVERS).map(({ pid, command }) => `pid ${pid} ${command}`.trim());
  const more = leftovers.length > shown.length ? [`${leftovers.length - shown.length} more`] : [];
  const left = [...shown, ...more].join('; ') || 'a process that holds its output and cannot be found';
  return `Left running as ${name}: ${left}. Its output: Read artifact:${artifact.id}`;
}
