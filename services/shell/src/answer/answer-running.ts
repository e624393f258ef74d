import type { ToolResult } from '@cusp/service-kit';
import type { Command } from '../command/command.ts';
import { readOutput } from '../output/read-output.ts';
import type { ShellState } from '../state.ts';

/** The result of a command that goes on in the background. */
export async function answerRunning(
  state: ShellState,
  command: Command,
  timedOut: boolean,
  notes: readonly (string | undefined)[],
): Promise<ToolResult> {
  const { artifact, name, pid, ranMs } = command;
  state.commands.handOver(command);
  const { text } = await readOutput(artifact, state.settings.outputCap);
  const why = timedOut ? `Not ended after ${formatSeconds(ranMs)}: it goes on` : 'Running';
  const lines = [
    text || undefined,
    `${why} in the background as ${name} (pid ${pid}). Its output: Read or Grep artifact:${artifact.id}. You are told when it ends.`,
    ...notes,
  ];
  return {
    text: lines.filter((line) => line !== undefined).join('\n'),
    structured: {
      exitCode: null,
      timedOut,
      processName: name,
      artifact: artifact.id,
      cwd: state.directory.current,
    },
  };
}

function formatSeconds(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 1_000)} s`;
}
