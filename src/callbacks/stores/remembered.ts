/** The longest time that an event is remembered, which `Infinity` stands for: a thousand years. */
const MOST_MS = 31_536_000_000_000;

/** The time for which an event is remembered that was handled, in whole milliseconds. */
export function rememberedMs(keepMs: number, sameForMs: number | undefined): number {
  return Math.ceil(Math.min(keepMs, sameForMs ?? keepMs, MOST_MS));
}
