import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countMessageParts, hasPlaceholder, withoutPlaceholders } from '../../../src/domain/sending/message-parts.js';
import { MessageText, text } from '../../../src/domain/sending/message-text.js';
import { type MessageToken, tokens } from '../../../src/domain/sending/tokens.js';
import { ValidationError } from '../../../src/errors/errors.js';
import { revoked, untyped } from '../../support/unreadable.js';

describe('a token in the syntax of the variant:', () => {
  it.each<[string, MessageToken, string, string]>([
    ['param(1)', tokens.param(1), '[%1%]', '[%1%]'],
    ['param(4)', tokens.param(4), '[%4%]', '[%4%]'],
    ['firstName', tokens.firstName, '[%imie%]', '[%imie%]'],
    ['firstNameVocative', tokens.firstNameVocative, '[%imie_w%]', '[%imie_w%]'],
    ['lastName', tokens.lastName, '[%nazwisko%]', '[%nazwisko%]'],
    ['country', tokens.country, '[%kontakt.kraj%]', '[%kontakt.kraj%]'],
    ['info', tokens.info, '[%kontakt.informacja%]', '[%kontakt.opis%]'],
    ['email', tokens.email, '[%kontakt.email%]', '[%kontakt.email%]'],
    ['device', tokens.device, '[%kontakt.urzadzenie%]', '[%kontakt.urzadzenie%]'],
    ['city', tokens.city, '[%kontakt.miasto%]', '[%kontakt.miejscowosc%]'],
    ['browser', tokens.browser, '[%kontakt.przegladarka%]', '[%kontakt.przegladarka%]'],
    ['operatingSystem', tokens.operatingSystem, '[%kontakt.system_operacyjny%]', '[%kontakt.system operacyjny%]'],
    ['custom', tokens.custom('city'), '[%kontakt.city%]', '[%kontakt.city%]'],
    [
      'shortLink',
      tokens.shortLink('https://a.test/%5B?a[]=1'),
      '[%shortlink:https://a.test/%5B?a[]=1%]',
      '[%shortlink:https://a.test/%5B?a[]=1%]',
    ],
    ['optOutLink', tokens.optOutLink, '[%opt_out_link%]', '[%opt_out_link%]'],
    ['discountCode', tokens.discountCode, '[%kod%]', '[%kod%]'],
  ])('%s', (_name, token, current, earlier) => {
    expect(token.render()).toBe(current);
    expect(token.render({ variant: 'current' })).toBe(current);
    expect(token.render({ variant: 'earlier' })).toBe(earlier);
    expect(String(token)).toBe(current);
    expect(text`Hi ${token}!`.render({ variant: 'earlier' })).toBe(`Hi ${earlier}!`);
    for (const variant of ['current', 'earlier'] as const) {
      expect(countMessageParts(text`Hi ${token}`, { variant }).isMinimum).toBe(true);
      expect(withoutPlaceholders(text`Hi ${token}`.render({ variant }))).toBe('Hi ');
    }
  });

  it('a link with the name of the shortener', () => {
    const message = text`See ${tokens.shortLink('http://shop.test')}`;
    expect(message.render({ shortLinkKey: 'idzdo' })).toBe('See [%idzdo:http://shop.test%]');
    expect(() => message.render({ shortLinkKey: 'a:b' })).toThrow(
      'shortLinkKey: must consist of letters, digits, _ and -',
    );
    expect(() => message.render({ shortLinkKey: '' })).toThrow('shortLinkKey: must consist of');
    expect(() => message.render(untyped({ key: 'a' }))).toThrow('key: is unknown');
    expect(() => message.render({ variant: untyped('old') })).toThrow("variant: must be 'current' or 'earlier'");
  });
});

describe('a value that would break a token is refused:', () => {
  const url =
    (given: string): (() => MessageToken) =>
    () =>
      tokens.shortLink(given);
  it.each<[string, string, () => unknown]>([
    ['a param 0', 'number: must be a whole number from 1 to 4', () => tokens.param(untyped(0))],
    ['a param 5', 'number: must be a whole number from 1 to 4', () => tokens.param(untyped(5))],
    ['a param as text', 'number: must be a whole number from 1 to 4', () => tokens.param(untyped('1'))],
    ['an empty name', 'name: is empty', () => tokens.custom('')],
    ['no name', 'name: is missing', () => tokens.custom(untyped(undefined))],
    ...['a%]b', 'a%', 'a]', '[a', 'a\nb', 'a\u0000'].map((name): [string, string, () => unknown] => [
      `a name ${JSON.stringify(name)}`,
      'name: contains %, [, ] or a line break, which a token cannot contain',
      () => tokens.custom(name),
    ]),
    ...['https://a.test/%]', 'https://a.test/[%1', 'https://a.test/a b', 'https://a.test/\n', ' https://a.test'].map(
      (given): [string, string, () => unknown] => [
        `a url ${JSON.stringify(given)}`,
        'url: contains [%, %], a space or a line break, which a token cannot contain',
        url(given),
      ],
    ),
    ...['', 'shop.test', 'ftp://a.test', 'https://', 'javascript:alert(1)'].map(
      (given): [string, string, () => unknown] => [
        `a url ${JSON.stringify(given)}`,
        'url: must be an absolute http or https address',
        url(given),
      ],
    ),
    ['no url', 'url: is missing', url(untyped(undefined))],
  ])('%s', (_what, message, make) => {
    expect(make).toThrow(ValidationError);
    expect(make).toThrow(message);
  });
});

describe('a text', () => {
  it('contains values and other texts unchanged', () => {
    const shop = text`${'Shop & <Co>'} ${7}`;
    const message = text`${shop}: hi ${tokens.param(1)}, [%imie%] 100${'%'}] [${'x'}% ${''}`;
    expect(message).toBeInstanceOf(MessageText);
    expect(message.render()).toBe('Shop & <Co> 7: hi [%1%], [%imie%] 100%] [x% ');
    expect(String(message)).toBe(message.render());
    expect(JSON.stringify({ message })).toBe(JSON.stringify({ message: message.render() }));
    expect(text`a\n${'b'}`.render()).toBe('a\nb');
  });

  const part = 'would be part of a token, [%…%]. Use `tokens` to create tokens';
  it.each<[string, () => unknown]>([
    [`values[0]: ${part}`, () => text`Hi ${'[%opt_out_link%]'}`],
    [`values[0]: ${part}`, () => text`Hi ${'[%shortlink:https://evil.test'}${'%]'}`],
    [`values[1]: ${part}`, () => text`Hi ${'['}${'%1%]'}`],
    [`values[0]: ${part}`, () => text`Hi ${'['}%1%]`],
    [`values[0]: ${part}`, () => text`Hi ${'['}${''}%1%]`],
    [`values[0]: ${part}`, () => text`Hi [${'%1%]'}`],
    [`values[0]: ${part}`, () => text`Hi [%${1}%]`],
    [`values[0]: ${part}`, () => text`[%shortlink:https://a.test/${'x%]'}%]`],
    ['values[0]: must be a text, number, token or text with tokens', () => text`Hi ${untyped(undefined)}`],
    ['values[1]: must be a text, number, token or text with tokens', () => text`${'a'}${untyped(null)}`],
    ['values[0]: must be a text, number, token or text with tokens', () => text`${Number.NaN}`],
    ['values: cannot be read', () => text`${revoked()}`],
    ['text: must be used as a template tag: text`Hi`', () => text(untyped('Hi'))],
    ['text: must be used as a template tag: text`Hi`', () => text(untyped(['Hi']))],
  ])('refuses %s', (message, make) => {
    expect(make).toThrow(ValidationError);
    expect(make).toThrow(message);
  });

  it('has no tokens from inserted values', () => {
    const part = fc.string({ unit: fc.constantFrom('[', '%', ']', '1', ':', 'a'), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (values) => {
        const template = Object.assign(['>', ...values.map(() => '<')], { raw: ['>', ...values.map(() => '<')] });
        try {
          expect(hasPlaceholder(text(template, ...values).render())).toBe(false);
        } catch (error) {
          expect(error).toBeInstanceOf(ValidationError);
          expect(values.join('').includes('[') && values.join('').includes('%')).toBe(true);
        }
      }),
    );
  });
});

describe('countMessageParts of a text with tokens', () => {
  it('counts the text that is sent to the variant', () => {
    const message = text`${'a'.repeat(138)}${tokens.city}`;
    // [%kontakt.miasto%] takes 20 septets, [%kontakt.miejscowosc%] 25: brackets take two.
    expect(countMessageParts(message)).toMatchObject({ units: 158, parts: 1, isMinimum: true });
    expect(countMessageParts(message, { variant: 'earlier' })).toMatchObject({ units: 163, parts: 2, isMinimum: true });
    expect(countMessageParts(text`Hi`).isMinimum).toBe(false);
    expect(countMessageParts(String(message))).toEqual(countMessageParts(message));
  });

  it.each([
    ['text: must be a string', { render: 5 }],
    ['text: must be a string', { render: () => 5 }],
    ['text: cannot be read', revoked()],
    ['text: must be a string', []],
  ])('refuses with %s', (message, given) => {
    expect(() => countMessageParts(untyped(given))).toThrow(ValidationError);
    expect(() => countMessageParts(untyped(given))).toThrow(message);
  });
});
