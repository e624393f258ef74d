import { ToolError } from '@cusp/protocol';
import { z } from 'zod';
import { answerEnded } from '../answer/answer-ended.ts';
import { answerRunning } from '../answer/answer-running.ts';
import { awaitEnding } from '../command/await-ending.ts';
import { findBash } from '../command/find-bash.ts';
import { defineShellTool } from '../define.ts';

const FIRST_LOOK_MS = 100;
// For what follows the wait: the last look at the output, and the way back.
const DOOR_MARGIN_MS = 2_500;

export const bash = defineShellTool({
  name: 'Bash',
  title: 'Run a command',
  description:
    'Run a command in bash. stdin is empty; the directory persists between calls, variables do not. What runs past its timeout goes on in the background. Prefer Read, Grep, Glob and Edit for files.',
  tier: 'exec',
  exposure: 'generic',
  subject: { field: 'command', kind: 'command' },
  view: { kind: 'command', title: '{command}' },
  aliases: ['bash', 'shell', 'run_shell_command', 'execute_command', 'run_terminal_cmd'],
  fieldAliases: { cmd: 'command', script: 'command' },
  pages: true,
  input: z.strictObject({
    command: z.string().describe('The command'),
    timeout: z.int().min(1).optional().describe('Milliseconds to wait; 120000, at most 600000'),
    description: z.string().optional().describe('What it does, in 5 to 10 words'),
    run_in_background: z.boolean().optional().describe('Return at once; a notice comes when it ends'),
    dangerouslyDisableSandbox: z.boolean().optional().describe('No effect: there is no sandbox yet'),
  }),
  output: z.object({
    exitCode: z.int().nullable(),
    signal: z.string().optional(),
    meaning: z.string().optional(),
    timedOut: z.boolean(),
    processName: z.string().optional(),
    artifact: z.string().optional(),
    cwd: z.string(),
  }),

  async run({ command: text, timeout, run_in_background: inBackground = false }, { state, call, signal }) {
    assertCommand(text);
    const { settings, environment: env, directory } = state;
    const executable = findBash(env.PATH ?? '');
    const waitMs = inBackground
      ? FIRST_LOOK_MS
      : Math.min(timeout ?? settings.timeoutMs, settings.maxTimeoutMs);
    const limitMs = Math.min(waitMs, untilDoorCloses(call.answerWithinMs));

    const entered = await directory.enter();
    const { diskCapBytes } = settings;
    const start = { bash: executable, text, cwd: entered.path, env, diskCapBytes };
    const command = await state.commands.start(start);
    try {
      const ending = await awaitEnding(command, limitMs, signal);
      const notes = [entered.note, state.takeWithheldNote()];
      if (!ending) return await answerRunning(state, command, !inBackground, notes);
      const moved = inBackground ? undefined : await directory.leave(entered.path, ending.directory);
      return await answerEnded(state, command, ending, [moved, ...notes]);
    } catch (error) {
      if (!command.isRunning) await state.commands.forget(command);
      throw error;
    }
  },
});

function assertCommand(command: string): void {
  if (command.trim() === '') throw new ToolError('invalid_input', 'Bash: "command" is empty');
  if (command.includes('\0')) {
    throw new ToolError('invalid_input', 'Bash: "command" has a NUL byte, which no command can hold', {
      hint: "Write it as an escape, as in printf '\\0'.",
    });
  }
}

function untilDoorCloses(answerWithinMs = Number.POSITIVE_INFINITY): number {
  return Math.max(answerWithinMs - DOOR_MARGIN_MS, answerWithinMs / 2);
}
