import { setImmediate as turn } from 'node:timers/promises';

/** Kinds of resources that a client must not leave behind. */
const LEAKS: ReadonlySet<string> = new Set(['TCPSocketWrap', 'TCPConnectWrap', 'Timeout', 'Immediate']);

/** Resources that keep the process alive, except the connection to a child. */
export function leftOver(): readonly string[] {
  return process.getActiveResourcesInfo().filter((name) => LEAKS.has(name));
}

/** The live memory of the process at several moments. */
export class Memory {
  readonly heapBytes: number[] = [];
  readonly rssBytes: number[] = [];

  /** Collects garbage and measures what is left. Without `--expose-gc` there is nothing to measure. */
  async measure(): Promise<void> {
    for (let round = 0; round < 4; round++) {
      globalThis.gc?.();
      await turn();
    }
    const { heapUsed, external, rss } = process.memoryUsage();
    this.heapBytes.push(heapUsed + external);
    this.rssBytes.push(rss);
  }

  /** How much more there is than at the first measure. */
  get growthBytes(): number {
    const [first = 0] = this.heapBytes;
    return (this.heapBytes.at(-1) ?? 0) - first;
  }
}
