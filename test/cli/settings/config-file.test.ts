import { describe, expect, it } from 'vitest';
import { CommandError } from '../../../src/cli/running/failure.js';
import { type Profile, readConfigFile } from '../../../src/cli/settings/config-file.js';
import { CommandHere } from '../running/here.js';

const here = new CommandHere();

const read = (content: unknown): ReadonlyMap<string, Profile> | undefined =>
  readConfigFile(here.write('sms-service.json', content));

/** Returns the error of a file, without its name. */
function wrongWith(content: unknown): string {
  try {
    read(content);
  } catch (error) {
    expect(error).toBeInstanceOf(CommandError);
    const { message } = error as Error;
    expect(message.startsWith(`${here.at('sms-service.json')}:`)).toBe(true);
    return message.slice(here.at('sms-service.json:').length);
  }
  return '';
}

/** Returns the error of one field of a profile. */
function wrongField(name: string, value: unknown): string {
  const message = wrongWith(`{"profiles": {"a": {\n"${name}": ${JSON.stringify(value)}}}}`);
  if (message === '') return '';
  const place = `2:${name.length + 5}: profiles.a.${name} `;
  expect(message.startsWith(place)).toBe(true);
  return message.slice(place.length);
}

describe('a configuration file', () => {
  it('that is missing has no profiles, and one that cannot be read is an error', () => {
    expect(readConfigFile(here.at('none.json'))).toBeUndefined();
    expect(() => readConfigFile(here.at('.'))).toThrow(expect.objectContaining({ code: 'EISDIR' }));
  });

  it('has profiles by name, with all their fields', () => {
    const full: Profile = {
      url: 'https://a.example/soap',
      username: 'shop',
      passwordEnv: 'PASSWORD',
      passwordFile: 'password',
      hash: 'md5',
      httpUrl: ['https://a.example/', 'https://b.example/'],
      tokenEnv: 'TOKEN',
      tokenFile: './-',
      variant: 'earlier',
      ca: 'ca.pem',
      proxy: 'env',
      timeoutMs: 0.5,
      maxConcurrency: 4,
      maxPerSecond: 0.5,
    };
    const other: Profile = { url: ['https://b.example/'], hash: 'none', variant: 'current', maxPerSecond: 3 };
    expect(read({ profiles: { full, other, none: {} } })).toEqual(new Map(Object.entries({ full, other, none: {} })));
  });

  it('may begin with a byte order mark, which is part of a text in other places', () => {
    expect(read('\ufeff{ "profiles" : { } }')).toEqual(new Map());
    const profiles = { a: { username: 'x\ufeffy' } };
    expect(read({ profiles })).toEqual(new Map(Object.entries(profiles)));
  });

  it.each([
    ['a text', 'url', 5, 'must be a text or a list of texts'],
    ['texts', 'httpUrl', ['https://a.example/', ''], 'must be a text or a list of texts'],
    ['a text', 'username', '', 'must be a text'],
    ['a file', 'passwordFile', '', 'must be a text'],
    ['one of two', 'hash', 'sha1', 'must be none or md5'],
    ['a number', 'timeoutMs', 0, 'must be a number above zero'],
    ['a number', 'maxConcurrency', -1, 'must be a number above zero'],
  ])('must have %s in the field %s: %j', (_kind, name, value, message) => {
    expect(wrongField(name, value)).toBe(message);
  });

  it.each(['passwordFile', 'tokenFile', 'ca'])('cannot name the standard input as %s', (name) => {
    const message = wrongField(name, '-');
    expect(message).toContain('cannot be the standard input');
    expect(message).toContain('write ./-');
  });

  it.each(['password', 'token'])('must not contain a %s, which is not shown', (name) => {
    const message = wrongWith(`{"profiles": {"a": {"${name}": "in-clear-99"}}}`);
    expect(message).toMatch(/^1:\d\d: /);
    for (const word of [`profiles.a.${name}`, `${name}Env`, `${name}File`]) expect(message).toContain(word);
    expect(message).toContain('must not be in this file');
    expect(message).not.toContain('in-clear-99');
  });

  it.each([
    ['{\n  "profiles": {\n    "a": { "url": }\n  }\n}', '3:19: is not valid JSON: value expected'],
    ['{"profiles": {"a": {"url": "x",}}}', /^1:3[23]: is not valid JSON: [a-z]+(?: [a-z]+)+$/],
    ['[]', '1:1: the file must be an object'],
    ['{ "profile": {} }', '1:14: profile is not a field of this file. Put accounts below "profiles"'],
    ['{"profiles": []}', '1:14: profiles must be an object'],
    ['{"profiles": {\n"a": "b"}}', '2:6: profiles.a must be an object'],
    [
      '{"profiles": {"a": {"__proto__": {"url": "x"}}}}',
      /^1:34: profiles\.a\.__proto__ is unknown\. Known fields: url, /,
    ],
  ])('that is invalid is named with the line and column: %s', (content, message) => {
    expect(wrongWith(content)).toMatch(
      typeof message === 'string' ? new RegExp(`^${message.replaceAll('.', '\\.')}$`) : message,
    );
  });

  it('that is nested too deeply is refused', () => {
    for (const text of ['['.repeat(100_000), `{"profiles":\n${'{"a":'.repeat(100_000)}`]) {
      expect(wrongWith(text)).toMatch(/^\d+:\d+: (?:the file )?(?:is nested too deeply|is not valid JSON)/);
    }
  });
});
