import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onWaitEnd, pause, type WaitEnd, type WaitLimits } from '../../src/transport/time-limits.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function reported(limits: WaitLimits): { readonly ends: readonly WaitEnd[]; readonly stop: () => void } {
  const ends: WaitEnd[] = [];
  return { ends, stop: onWaitEnd(limits, (end) => ends.push(end)) };
}

describe('the end of waiting', () => {
  it.each([
    ['aborted', 'signal'],
    ['closed', 'closing'],
  ] as const)('is reported once as %s if the %s is aborted, and removes all listeners', (end, name) => {
    const controllers = { signal: new AbortController(), closing: new AbortController() };
    const { signal } = controllers.signal;
    const { signal: closing } = controllers.closing;
    const removed = [vi.spyOn(signal, 'removeEventListener'), vi.spyOn(closing, 'removeEventListener')];
    const { ends } = reported({ signal, closing, timeoutMs: 100 });
    expect(ends).toEqual([]);
    controllers[name].abort();
    for (const { abort } of [controllers.signal, controllers.closing].map((one) => ({ abort: () => one.abort() }))) {
      abort();
    }
    expect(ends).toEqual([end]);
    expect(vi.getTimerCount()).toBe(0);
    for (const spy of removed) expect(spy).toHaveBeenCalled();
  });

  it('is reported after the timeout, not before', () => {
    const { ends } = reported({ timeoutMs: 100 });
    vi.advanceTimersByTime(99);
    expect(ends).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(ends).toEqual(['timeout']);
  });

  it.each([
    ['aborted', { signal: AbortSignal.abort(), closing: AbortSignal.abort(), timeoutMs: 1 }],
    ['closed', { signal: new AbortController().signal, closing: AbortSignal.abort(), timeoutMs: 1 }],
  ] as const)('is reported immediately as %s for an aborted signal', (end, limits) => {
    expect(reported(limits).ends).toEqual([end]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a pause', () => {
  it('resolves to true after its time', async () => {
    const ended = vi.fn();
    const pausing = pause(100, {}).then(ended);
    await vi.advanceTimersByTimeAsync(99);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await pausing;
    expect(ended).toHaveBeenCalledWith(true);
  });

  it('of no length is over at once, unless a signal is aborted', async () => {
    expect(await pause(0, {})).toBe(true);
    expect(await pause(-1, {})).toBe(true);
    expect(await pause(0, { signal: AbortSignal.abort() })).toBe(false);
    expect(await pause(0, { closing: AbortSignal.abort() })).toBe(false);
  });

  it('is cut short by a signal', async () => {
    for (const name of ['signal', 'closing'] as const) {
      const controller = new AbortController();
      const pausing = pause(3_600_000, { [name]: controller.signal });
      controller.abort();
      expect(await pausing).toBe(false);
    }
    expect(vi.getTimerCount()).toBe(0);
  });
});
