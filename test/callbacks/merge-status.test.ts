import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeStatus, type StatusAt } from '../../src/callbacks/index.js';

const at = (seconds: number | null): Date | null => (seconds === null ? null : new Date(seconds * 1000));
const report = (status: string, isFinal: boolean, seconds: number | null): StatusAt => ({
  status,
  isFinal,
  doneAt: at(seconds),
});

describe('the merged status', () => {
  it.each<[string, StatusAt, StatusAt]>([
    ['a final one, also where it is earlier', report('404', true, 1), report('403', false, 9)],
    ['a final one without a moment', report('404', true, null), report('403', false, 9)],
    ['the later one of two that are final', report('405', true, 2), report('404', true, 1)],
    ['the later one of two that are not', report('401', false, 2), report('403', false, 1)],
    ['one with a moment', report('401', false, 1), report('403', false, null)],
    ['the larger one at the same moment', report('404', true, 1), report('403', true, 1)],
    ['the larger one by number, not by text', report('1000', false, 1), report('999', false, 1)],
    ['the larger one where neither has a moment', report('404', true, null), report('403', true, null)],
    ['one that is a number, at the same moment', report('1', false, 1), report('zzz', false, 1)],
  ])('is %s', (_what, winner, loser) => {
    expect(mergeStatus(winner, loser)).toBe(winner);
    expect(mergeStatus(loser, winner)).toBe(winner);
  });

  it.each([null, undefined])('is the first one if there was %s', (before) => {
    const first = report('403', false, 1);
    expect(mergeStatus(before, first)).toBe(first);
  });

  it('does not depend on the order and duplicates of five reports', () => {
    const reports = fc.record({
      status: fc.constantFrom('401', '402', '403', '404', '0404', '405', 'DELIVERED', 'x', 'X', '9999'),
      isFinal: fc.boolean(),
      doneAt: fc.option(fc.constantFrom(at(1), at(2), at(3)), { nil: null }),
    });
    const five = fc.array(reports, { minLength: 5, maxLength: 5 });
    const merged = (list: readonly StatusAt[]): StatusAt | undefined =>
      list.reduce<StatusAt | undefined>((before, one) => mergeStatus(before, one), undefined);
    fc.assert(
      fc.property(five, (list) => {
        const wanted = merged(list);
        for (const order of permutations(list)) expect(merged(order)).toEqual(wanted);
        expect(merged([...list, ...list])).toEqual(wanted);
      }),
    );
  });
});

function permutations<T>(list: readonly T[]): readonly (readonly T[])[] {
  if (list.length < 2) return [list];
  return list.flatMap((one, index) =>
    permutations(list.filter((_, other) => other !== index)).map((rest) => [one, ...rest]),
  );
}
