import { z } from 'zod';

const seconds = (standard: number) => z.number().positive().catch(standard);
const names = z.array(z.string()).catch([]);
const section = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.preprocess((value) => (typeof value === 'object' && value !== null ? value : {}), z.object(shape));

const schema = z.object({
  shell: section({
    timeoutSeconds: seconds(120),
    maxTimeoutSeconds: seconds(600),
    diskCapMegabytes: z.number().positive().catch(2_048),
    env: section({ keep: names, drop: names }),
  }),
  output: section({ cap: z.int().positive().catch(30_000) }),
});

export interface ShellSettings {
  timeoutMs: number;
  maxTimeoutMs: number;
  /** How much a command may write before it is ended, all output of it being kept. */
  diskCapBytes: number;
  /** Characters of output in one result. */
  outputCap: number;
  /** Names or globs of variables that pass, or do not, whatever they look like. */
  keep: readonly string[];
  drop: readonly string[];
}

/** Reads `shell.*` and `output.cap` of a run's settings; what is missing or wrong has its default. */
export function readSettings(settings: Readonly<Record<string, unknown>>): ShellSettings {
  const { shell, output } = schema.parse(settings);
  return {
    timeoutMs: shell.timeoutSeconds * 1_000,
    maxTimeoutMs: shell.maxTimeoutSeconds * 1_000,
    diskCapBytes: Math.ceil(shell.diskCapMegabytes * 1024 * 1024),
    outputCap: output.cap,
    keep: shell.env.keep,
    drop: shell.env.drop,
  };
}
