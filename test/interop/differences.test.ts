import { describe, expect, it } from 'vitest';
import { differences } from './differences.js';
import { disagreements } from './known-failures.js';

describe('differences', () => {
  it('finds none between equal values, an absent field being one that is undefined', () => {
    expect(differences('x', { a: [1, { b: null }], c: undefined }, { a: [1, { b: null }] })).toEqual([]);
  });

  it.each([
    ['another value', { a: [1] }, { a: ['1'] }, 'x.a[0]'],
    ['nil for absent', {}, { a: null }, 'x.a'],
    ['an empty object for an empty list', { a: [] }, { a: {} }, 'x.a'],
    ['a list of another length', { a: ['', ''] }, { a: [''] }, 'x.a'],
    ['an object for a list of one', { a: [{ b: 1 }] }, { a: { b: 1 } }, 'x.a'],
  ])('finds %s', (_, wanted, observed, place) => {
    expect(differences('x', wanted, observed).map((difference) => difference.place)).toEqual([place]);
  });
});

describe('the list of known failures', () => {
  const known = [{ why: 'trims', instead: (text: unknown) => String(text).trim(), places: ['s / 0 in.a'] }];

  it('agrees with exactly what it says', () => {
    expect(disagreements('s', [{ place: 's / 0 in.a', wanted: ' a ', instead: 'a' }], known)).toEqual([]);
  });

  it.each([
    ['something new', [{ place: 's / 0 in.b', wanted: 1, instead: 2 }], 2],
    ['a known failure that works', [], 1],
    ['a known place that fails otherwise', [{ place: 's / 0 in.a', wanted: ' a ', instead: 'b' }], 1],
  ])('disagrees with %s', (_, found, count) => {
    expect(disagreements('s', found, known)).toHaveLength(count);
  });

  it('says nothing of other scenarios', () => {
    expect(disagreements('another', [], known)).toEqual([]);
  });
});
