import { expect, it } from 'vitest';
import { allEndpoints } from '../../../src/http-client/description/endpoints.js';
import { answerKind } from '../../../src/replay/http/answer-kinds.js';
import { fieldPaths } from '../../../src/replay/http/contract.js';
import { kindOf } from '../../../src/replay/http/field-kinds.js';

/** Public fields of requests: values that callers choose, dates, numbers and flags. */
const PLAIN = new Set(
  `template from flash date date_validate check_idx test details time_restriction skip_foreign allow_duplicates idx nounicode
  normalize fast partner_id max_parts expiration_date discount_group fallback[0][type] single datacoding try interval skip_gsm
  format credits list limit month_limit senders phonebook active without_prefix status default with_nat_names`.split(
    /\s+/,
  ),
);

it('each request field is classified as private or public', () => {
  const names = new Set([...fieldPaths()].map((path) => path.slice(path.indexOf('.do.') + 4)));
  expect(names.size).toBeGreaterThan(40);
  for (const name of names) expect((kindOf(name) === 'other') === PLAIN.has(name), name).toBe(true);
  for (const name of PLAIN) expect(names, name).toContain(name);
});

it('secret fields have no path for rules', () => {
  const secrets = allEndpoints().flatMap(({ parameters }) =>
    Object.values(parameters).flatMap(({ names, isSecret }) => (isSecret === true ? names : [])),
  );
  expect(new Set(secrets)).toEqual(new Set(['pass', 'pass_api']));
  for (const path of fieldPaths()) expect(path).not.toMatch(/\.(?:pass|pass_api|access_token)$/);
});

/** Public texts of responses: values that the gateway defines or the caller submitted. */
const NAMED = new Set('status idx payment_type user_type sender default'.split(' '));

it('each response text is classified as private or public, and numbers as private', () => {
  const seen = new Set<string>();
  for (const { path, answer } of allEndpoints()) {
    for (const { names, type, isNumber } of Object.values(answer.records).flatMap((table) => Object.values(table))) {
      if (type !== 'text') continue;
      const [name = ''] = names;
      const kind = answerKind(path, names, 'word');
      const isPlain = NAMED.has(name) || path === 'sender.do';
      expect(kind === 'other', `${path} ${name}`).toBe(isPlain);
      if (isNumber === true) expect(kind, name).toBe('number');
      seen.add(name);
    }
  }
  expect(seen.size).toBeGreaterThan(10);
});
