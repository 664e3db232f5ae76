import { describe, expect, it } from 'vitest';
import { Bindings } from '../../src/xml/tag.js';

describe('the namespaces in scope', () => {
  it('are found by the number of their prefix, however many there are', () => {
    let bindings = Bindings.NONE;
    for (let number = 0; number < 5000; number++) bindings = bindings.with(number, `u${number}`);
    const found = Array.from({ length: 5000 }, (_, number) => bindings.get(number));
    expect(found).toEqual(Array.from({ length: 5000 }, (_, number) => `u${number}`));
    expect(bindings.get(5000)).toBeUndefined();
    expect(bindings.get(1_000_000)).toBeUndefined();
  });
});
