/** How a child ended: by itself with a code, or by a signal. */
export type ChildExit = { kind: 'exited'; code: number } | { kind: 'signalled'; signal: NodeJS.Signals };

/** Reads node's pair of `exit` arguments, of which exactly one is set. */
export function toChildExit(code: number | null, signal: NodeJS.Signals | null): ChildExit {
  return signal ? { kind: 'signalled', signal } : { kind: 'exited', code: code ?? 0 };
}

/** `exit code 3` or `SIGKILL`, to be put into a sentence. */
export function describeExit(exit: ChildExit): string {
  return exit.kind === 'exited' ? `exit code ${exit.code}` : exit.signal;
}
