/** Levels in pino's words; `silent` writes nothing. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
type Level = 'debug' | 'info' | 'warn' | 'error';

/** Structured lines for people who look after cusp; never anything that a model must read. */
export type Logger = Record<Level, (fields: Record<string, unknown>, message: string) => void>;

type Write = (level: Level, fields: Record<string, unknown>, message: string) => void;

const RANK: readonly string[] = LOG_LEVELS;

/**
 * A logger that writes JSON lines to stderr, and to `CUSP_LOG_FILE` when that is set, from `CUSP_LOG_LEVEL` on
 * (`warn`). pino is loaded with the first line that is really written, so that a quiet process does not pay for it.
 */
export function createLogger(name: string, environment: NodeJS.ProcessEnv = process.env): Logger {
  const threshold = RANK.indexOf(environment.CUSP_LOG_LEVEL ?? 'warn');
  let ready: Promise<Write> | undefined;
  const write: Write = (level, fields, message) => {
    if (RANK.indexOf(level) < threshold) return;
    ready ??= openPino(name, environment);
    void ready.then((writeNow) => writeNow(level, fields, message));
  };
  return {
    debug: (fields, message) => write('debug', fields, message),
    info: (fields, message) => write('info', fields, message),
    warn: (fields, message) => write('warn', fields, message),
    error: (fields, message) => write('error', fields, message),
  };
}

async function openPino(name: string, environment: NodeJS.ProcessEnv): Promise<Write> {
  // The default export: the named one is lost where the bundle is split.
  const { default: pino } = await import('pino');
  const level = environment.CUSP_LOG_LEVEL ?? 'warn';
  const streams = [{ level: 'trace' as const, stream: pino.destination({ dest: 2, sync: true }) }];
  const file = environment.CUSP_LOG_FILE;
  if (file)
    streams.push({ level: 'trace', stream: pino.destination({ dest: file, sync: true, mkdir: true }) });
  const logger = pino({ name, level }, pino.multistream(streams));
  return (lineLevel, fields, message) => logger[lineLevel](fields, message);
}
