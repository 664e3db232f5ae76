import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStore } from '../../../src/callbacks/stores/memory-store.js';
import { runMachine } from './machine.js';

/** `CALLBACK_CALLS=10000 CALLBACK_SEED=17 npx vitest run test/callbacks/handler/machine.test.ts` is the long form. */
const CALLS = Number(process.env['CALLBACK_CALLS'] ?? 400);
const SEED = Number(process.env['CALLBACK_SEED'] ?? 20_261_123);

describe('callbacks that are shuffled, duplicated and repeated, 64 at once', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    [false, SEED],
    [true, SEED + 1],
  ])(
    'lose no event, handle none twice to its end, and let no status go back (inbox %s, seed %s)',
    async (inbox, seed) => {
      const { lost, twice, wrong, answers, begun, events } = await runMachine({
        seed,
        calls: CALLS,
        atOnce: 64,
        inbox,
      });
      console.log(`seed ${seed}: ${events} events, begun ${begun} times, answers ${JSON.stringify(answers)}`);
      expect({ lost, twice, wrong }, `seed ${seed}`).toEqual({ lost: [], twice: [], wrong: [] });
      // Something has failed and was begun again, and calls have come again.
      expect(begun).toBeGreaterThan(events);
      expect(answers[200]).toBeGreaterThan(CALLS);
      // Events in an inbox are answered immediately.
      if (!inbox) expect(answers[503]).toBeGreaterThan(0);
    },
    600_000,
  );

  it('are handled twice if the store forgets them', async () => {
    const store = memoryStore({ maxEvents: 1 });
    const { lost, twice } = await runMachine({ seed: SEED, calls: 30, atOnce: 8, inbox: false, store });
    expect(lost).toEqual([]);
    expect(twice.length).toBeGreaterThan(0);
  });
});
