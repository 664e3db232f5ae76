import { describe, expect, it, vi } from 'vitest';
import type { Output, ProgressForm } from '../../../src/cli/output/output.js';
import { awaitingAnswer, Progress, type ProgressOptions } from '../../../src/cli/output/progress.js';
import { useTestClock } from '../../support/test-clock.js';

/** Progress that is told of by what an output gets. */
function told(form: ProgressForm, options: ProgressOptions = {}, isResultOnTerminal = false) {
  const notes: string[] = [];
  const logged: string[] = [];
  const values: object[] = [];
  const output = {
    progressForm: form,
    isProgressAsked: false,
    isResultOnTerminal,
    note: (line: string) => notes.push(line),
    log: (line: string) => logged.push(line),
    progressLine: (value: object) => values.push(value),
  } as unknown as Output;
  return { notes, logged, values, progress: new Progress(output, 'numbers read', undefined, options) };
}

describe('progress', () => {
  useTestClock();

  it('is a line every five seconds also while nothing comes', () => {
    const { notes, progress } = told('lines');
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

  it('of one answer says how long it is waited for', async () => {
    const notes: string[] = [];
    const output = { progressForm: 'lines', note: (line: string) => notes.push(line), log: () => undefined };
    const answer = awaitingAnswer(output as unknown as Output, async () => {
      await new Promise((resolve) => setTimeout(resolve, 11_000));
      return 5;
    });
    await vi.advanceTimersByTimeAsync(11_000);
    expect(await answer).toBe(5);
    expect(notes).toEqual([
      'waiting for the gateway for 5 s, no answer yet',
      'waiting for the gateway for 10 s, no answer yet',
    ]);
  });

  it('of a list on a terminal is told only where nothing new is seen', () => {
    const { notes, logged, progress } = told('lines', { isList: true }, true);
    progress.update(10, 0);
    vi.advanceTimersByTime(5000);
    vi.advanceTimersByTime(5000);
    progress.stop();
    expect(logged).toEqual(['10 numbers read']);
    expect(notes).toEqual(['10 numbers read, nothing new after 10 s']);
  });

  it('that is not wanted is in the log all the same', () => {
    const { notes, logged, progress } = told('none');
    vi.advanceTimersByTime(5000);
    progress.stop();
    expect(notes).toEqual([]);
    expect(logged).toEqual(['waiting for the gateway for 5 s, no numbers read yet']);
  });

  it('of what is silent is told only where that was asked for', () => {
    const { notes, logged, progress } = told('lines', { isSilent: true });
    vi.advanceTimersByTime(5000);
    progress.stop();
    expect([notes.length, logged.length]).toEqual([0, 1]);
  });

  it('as JSON is a line a second, and one at the end', () => {
    const { values, progress } = told('json');
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
});
