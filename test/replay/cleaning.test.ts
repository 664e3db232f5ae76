import { expect, it } from 'vitest';
import { remembered } from '../../src/replay/contract/cleaning.js';

it('what was made of a text is remembered, but for long ones and more than 256', () => {
  const asked: string[] = [];
  const mask = remembered((text) => {
    asked.push(text);
    return `${text.length}`;
  });
  const long = 'x'.repeat(4097);
  for (const text of ['a', 'bb', 'a', 'bb', long, long]) expect(mask(text)).toBe(`${text.length}`);
  expect(asked).toEqual(['a', 'bb', long, long]);
  for (let index = 0; index < 255; index++) mask(`text ${index}`);
  asked.length = 0;
  expect([mask('a'), mask('text 254')]).toEqual(['1', '8']);
  expect(asked).toEqual(['a']);
});
