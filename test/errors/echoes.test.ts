import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactor } from '../../src/redact/redact.js';
import { ENCODERS, shownOf } from '../support/echoes.js';

/** Secrets as people and generators make them: words with all that needs escaping in them. */
const CHARACTER = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'abcdefghijklmnoprstuwyzABCDEFGHIJKLMNOPRSTUWYZ0123456789') },
  { weight: 2, arbitrary: fc.constantFrom(...'ąćęłńóśźżĄĆĘŁŃÓŚŹŻ') },
  { weight: 2, arbitrary: fc.constantFrom(...' \'"/<>+#;=-.:?!@$') },
  { weight: 1, arbitrary: fc.constantFrom('😀', 'ß', '€', '\n') },
);
/** The beginning of an escape, or text that looks like one. A truncated escape may consist of it. */
const UNREAL_ESCAPE = fc.constantFrom('&', '%', '%41', '&amp;', '\\n', '\\u0041', '&#65;', '%2', '\\', '&lt');
/** Encoders that do not create escapes from other text. */
const FAITHFUL = fc.array(fc.constantFrom(...ENCODERS.filter(({ name }) => !/case|transliteration/.test(name))), {
  minLength: 1,
  maxLength: 3,
});
const textOf = (character: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(character, { minLength: 7, maxLength: 40 }).map((characters) => characters.join(''));
const CHAIN = fc.array(fc.constantFrom(...ENCODERS), { minLength: 1, maxLength: 3 });
/** The number of characters to cut at both ends. */
const CUT = fc.record({ start: fc.nat(30), end: fc.nat(30) });

describe('what a server echoes is masked', () => {
  it('however often and in whatever way it is encoded, and wherever it is cut', () => {
    fc.assert(
      fc.property(textOf(CHARACTER), CHAIN, CUT, (secret, chain, { start, end }) => {
        const complete = chain.reduce((text, { encode }) => encode(text), secret);
        const echo = complete.slice(
          Math.min(start, complete.length / 3),
          Math.max(complete.length - end, (complete.length * 2) / 3),
        );
        const safe = redactor([secret])(`Login of |${echo}| [failed], see *${echo}*`);
        expect(shownOf(secret, safe, chain)).toBeUndefined();
      }),
      { numRuns: 3000 },
    );
  });

  it('also where the secret itself looks as if it were escaped', () => {
    const character = fc.oneof({ weight: 5, arbitrary: CHARACTER }, { weight: 1, arbitrary: UNREAL_ESCAPE });
    fc.assert(
      fc.property(textOf(character), FAITHFUL, (secret, chain) => {
        const echo = chain.reduce((text, { encode }) => encode(text), secret);
        expect(shownOf(secret, redactor([secret])(`Login of |${echo}| failed`), chain)).toBeUndefined();
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    '&&"%22"',
    '%41%22\\"a',
    'a<\\u0041&#2',
    '%41""""&amp;',
    '!\\\\u0041"""',
    '&ą%ą%41&#65;&',
    '%\\u0041ęaa&&&a',
  ])('also where little is left of it when its escapes are undone: %s', (secret) => {
    const html = ENCODERS.filter(({ name }) => name.startsWith('html'));
    for (const chain of [html.slice(1), html]) {
      const echo = chain.reduce((text, { encode }) => encode(text), secret);
      expect(shownOf(secret, redactor([secret])(`Login of |${echo}|`), chain)).toBeUndefined();
    }
  });

  it('and what stands around it is not', () => {
    const around = fc.constantFrom('Access denied.', 'No such group', 'SQLSTATE[42000]: near', 'Błąd bazy 42');
    fc.assert(
      fc.property(fc.constantFrom(...ENCODERS), around, around, ({ encode }, before, behind) => {
        const safe = redactor(['Xq7&vz"Kw9/jJx'])(`${before} |${encode('Xq7&vz"Kw9/jJx')}| ${behind}`);
        expect(safe).toMatch(/^[^|]*\|\[redacted\][=]*\|[^|]*$/);
        expect(safe.split('|')[0]).toBe(`${before} `);
        expect(safe.split('|')[2]).toBe(` ${behind}`);
      }),
      { numRuns: 200 },
    );
  });
});
