import { describe, expect, it, vi } from 'vitest';
import { Output } from '../../../src/cli/output/output.js';
import { duration, Progress } from '../../../src/cli/output/progress.js';
import { useTestClock } from '../../support/test-clock.js';

/** Progress whose output is collected. */
function collected(
  options: Partial<ConstructorParameters<typeof Output>[0]> = {},
  more: ConstructorParameters<typeof Progress>[3] = {},
) {
  const output = new Output({ isJson: false, ...options });
  const notes: string[] = [];
  const values: object[] = [];
  vi.spyOn(output, 'note').mockImplementation((line) => void notes.push(line));
  vi.spyOn(output, 'progressLine').mockImplementation((value) => void values.push(value));
  return { notes, values, progress: new Progress(output, 'numbers read', undefined, more) };
}

describe('progress', () => {
  useTestClock();

  it('is a line every five seconds, also while nothing arrives', () => {
    const { notes, progress } = collected();
    vi.advanceTimersByTime(10_000);
    progress.update(10, 100);
    vi.advanceTimersByTime(1000);
    progress.update(20, 100);
    vi.advanceTimersByTime(4000);
    vi.advanceTimersByTime(5000);
    progress.stop();
    expect(notes).toEqual([
      'waiting for the gateway for 5 s, no numbers read yet',
      'waiting for the gateway for 10 s, no numbers read yet',
      '20 of 100 numbers read, 2/s, 40 s left',
      '20 of 100 numbers read, nothing new after 20 s',
    ]);
  });

  it('does not count what an earlier run has done', () => {
    const { notes, progress } = collected();
    progress.update(10_000, 40_000);
    vi.advanceTimersByTime(4000);
    progress.update(11_000, 40_000);
    vi.advanceTimersByTime(1000);
    progress.stop();
    expect(notes).toEqual(['11,000 of 40,000 numbers read, 200/s, 2 min 25 s left']);
  });

  it('as JSON is a line a second, and one at the end', () => {
    const { values, progress } = collected({ isJsonProgress: true });
    progress.update(0, 40);
    vi.advanceTimersByTime(500);
    progress.update(5, 40);
    vi.advanceTimersByTime(500);
    progress.update(10, 40);
    progress.stop();
    const first = { progress: 'numbers read', done: 0, total: 40, perSecond: 0, secondsLeft: null, seconds: 0 };
    expect(values[0]).toEqual(first);
    expect(values.at(-1)).toEqual({ ...first, done: 10, perSecond: 10, secondsLeft: 3, seconds: 1 });
    expect(values.length).toBeLessThanOrEqual(4);
  });

  it.each([
    [3, '3 s'],
    [250, '4 min 10 s'],
    [7500, '2 h 5 min'],
  ])('writes %i seconds as %s', (seconds, text) => {
    expect(duration(seconds)).toBe(text);
  });
});
