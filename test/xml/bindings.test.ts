import { describe, expect, it } from 'vitest';
import { Bindings, Prefixes } from '../../src/xml/tag.js';

describe('the namespaces in scope', () => {
  it('are found by the number of their prefix, however many there are', () => {
    let bindings = Bindings.NONE;
    for (let number = 0; number < 5000; number++) bindings = bindings.with(number, `u${number}`);
    const found = Array.from({ length: 5000 }, (_, number) => bindings.get(number));
    expect(found).toEqual(Array.from({ length: 5000 }, (_, number) => `u${number}`));
    expect(bindings.get(5000)).toBeUndefined();
    expect(bindings.get(1_000_000)).toBeUndefined();
  });

  it('are not changed by a scope inside that binds a prefix anew', () => {
    const outer = Bindings.NONE.with(3, 'outer').with(300, 'far');
    const inner = outer.with(3, 'inner').with(300, 'near');
    expect([outer.get(3), outer.get(300), outer.get(4)]).toEqual(['outer', 'far', undefined]);
    expect([inner.get(3), inner.get(300), inner.get(4)]).toEqual(['inner', 'near', undefined]);
  });

  it.each([0, 1, 15, 16, 17, 255, 256, 257, 4095, 4096])('are none but the one that is bound: %i', (number) => {
    const bindings = Bindings.NONE.with(number, 'u');
    expect(bindings.get(number)).toBe('u');
    for (const other of [number - 1, number + 1, number + 16, number * 16, number + 256]) {
      if (other >= 0 && other !== number) expect(bindings.get(other)).toBeUndefined();
    }
  });

  it('number prefixes in the order in which they are met, each once', () => {
    const prefixes = new Prefixes();
    expect(prefixes.find('a')).toBeUndefined();
    expect([prefixes.number('a'), prefixes.number('b'), prefixes.number('a')]).toEqual([0, 1, 0]);
    expect([prefixes.find('a'), prefixes.find('b'), prefixes.find('c')]).toEqual([0, 1, undefined]);
    expect(prefixes.count).toBe(2);
  });
});
