import { expect, it } from 'vitest';
import { descriptionOf as wordsOf } from '../../src/sandbox/gateway/store/refusal.js';

it.each([
  [0, /^OK$/],
  [11, /message is empty/i],
  [12, /too many parts/],
  [13, /no correct phone numbers/i],
  [14, /sender name/i],
  [18, /number of params/i],
  [19, /too many messages in one call/i],
  [27, /idx .* 255/i],
  [30, /binary .* hexadecimal .* UDH/i],
  [40, /no such group/i],
  [50, /3 months ahead/],
  [53, /idx was already used/i],
  [54, /date is not correct/i],
  [75, /nothing scheduled/i],
  [101, /authorization failed/i],
  [103, /not enough points/i],
  [105, /IP filter/],
  [409, /already exists/],
  [4110, /needs a name/],
  [4111, /too long or has characters that XML cannot carry/],
  [4112, /too many entries for one response/i],
  [4116, /group already exists/i],
  [4200, /no such number/i],
  // One that this gateway never uses by itself.
  [7, /^Error 7$/],
])('the gateway has words for its code %i', (code, words) => {
  expect(wordsOf(code)).toMatch(words);
});
