import { StoreError } from '../../../errors/incoming-error.js';

const RENEWALS = 3;

export async function underLease<R>(
  leaseMs: number,
  renew: () => Promise<boolean>,
  use: (lost: AbortSignal) => Promise<R>,
): Promise<R> {
  const lost = new AbortController();
  const lose = (reason: string): void => lost.abort(new StoreError(reason));
  const loseWhenOver = (): void => {
    if (performance.now() - heldAt > leaseMs) lose('the lease of the event has expired, and Redis is unreachable');
  };
  let heldAt = performance.now();
  let renewing: Promise<void> | undefined;
  const again = async (): Promise<void> => {
    const requestedAt = performance.now();
    try {
      if (await renew()) heldAt = requestedAt;
      else lose('the lease of the event was lost: another process handles the event');
    } catch {
      // The next interval tries again until the lease expires.
      loseWhenOver();
    }
    renewing = undefined;
  };
  const timer = setInterval(() => {
    if (renewing === undefined) renewing = again();
    else loseWhenOver();
  }, leaseMs / RENEWALS);
  try {
    return await use(lost.signal);
  } finally {
    clearInterval(timer);
    // The next command must not overtake it.
    await renewing;
  }
}
