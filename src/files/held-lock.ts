import { takeLock } from './file-lock.js';
export interface HeldLock {
  isHeld(): boolean;
  release(): void;
}
export interface LockHolder {
  readonly holder: string;
}
export async function holdLock(
  file: string,
  _options: {
    readonly signal?: AbortSignal | undefined;
    readonly onWaiting?: ((holder: string) => void) | undefined;
  } = {},
): Promise<HeldLock | LockHolder> {
  const release = takeLock(file);
  return release === undefined ? { holder: 'another process' } : { isHeld: () => true, release };
}
