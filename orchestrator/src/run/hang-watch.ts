import type { ServicePeer } from '@cusp/mcp';

const DEFAULT_PATIENCE_SECONDS = 20;
const LOOKS_PER_PATIENCE = 4;

/** How long a service with calls at work may answer nothing at all: `CUSP_HANG_SECONDS`, else 20 s; in ms. */
export function hangPatienceMs({ CUSP_HANG_SECONDS: named }: NodeJS.ProcessEnv): number {
  const seconds = Number(named);
  return (seconds > 0 ? seconds : DEFAULT_PATIENCE_SECONDS) * 1_000;
}

/**
 * Pings a service while calls are at work in it, since one that is stopped or stuck never ends a call by itself;
 * `giveUp` is called once when nothing came back for `patienceMs`.
 * @returns A function that ends the watch.
 */
export function watchForHang(peer: ServicePeer, patienceMs: number, giveUp: () => void): () => void {
  let unansweredSince: number | undefined;
  const look = () => {
    if (unansweredSince !== undefined) {
      if (performance.now() - unansweredSince < patienceMs) return;
      stop();
      giveUp();
      return;
    }
    if (peer.waiting === 0) return;
    unansweredSince = performance.now();
    peer.ping().then(
      () => {
        unansweredSince = undefined;
      },
      () => stop(),
    );
  };
  const timer = setInterval(look, patienceMs / LOOKS_PER_PATIENCE).unref();
  const stop = () => clearInterval(timer);
  return stop;
}
