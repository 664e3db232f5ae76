import { expect, it } from 'vitest';
import { secretRedactor } from '../../src/redact/redact.js';
import { formsOfSecret } from '../../src/redact/secret-forms.js';

it('of a secret that nobody types no forms are made that multiply it', () => {
  const secret = `h${','.repeat(100_000)}unter22`;
  expect(formsOfSecret(secret)).toEqual({ texts: [secret], codes: [] });
  expect(secretRedactor([secret])('it is ,,,,,,unter22!')).not.toContain('unter22');
});

it('a form that shows less than ten characters is not looked for as a whole', () => {
  expect(formsOfSecret('abc').codes.every((code) => code.length >= 10)).toBe(true);
});
