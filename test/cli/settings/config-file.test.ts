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
  it('that is not there has no profiles, and one that cannot be read is an error', () => {
    expect(readConfigFile(here.at('none.json'))).toBeUndefined();
    expect(() => readConfigFile(here.at('.'))).toThrow(expect.objectContaining({ code: 'EISDIR' }));
  });

  it('has profiles by name, with all that they say', () => {
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

  it('may begin with a byte order mark, which is of a text elsewhere', () => {
    expect(read('\ufeff{ "profiles" : { } }')).toEqual(new Map());
    const profiles = { a: { username: 'x\ufeffy' } };
    expect(read({ profiles })).toEqual(new Map(Object.entries(profiles)));
  });

  it.each([
    ['a text', 'url', 5, 'must be a text or a list of texts'],
    ['a text', 'url', '', 'must be a text or a list of texts'],
    ['texts', 'url', [], 'must be a text or a list of texts'],
    ['texts', 'httpUrl', ['https://a.example/', 5], 'must be a text or a list of texts'],
    ['texts', 'httpUrl', ['https://a.example/', ''], 'must be a text or a list of texts'],
    ['texts', 'url', null, 'must be a text or a list of texts'],
    ['a text', 'username', 5, 'must be a text'],
    ['a text', 'username', '', 'must be a text'],
    ['a text', 'passwordEnv', ['PASSWORD'], 'must be a text'],
    ['a text', 'tokenEnv', true, 'must be a text'],
    ['a text', 'proxy', {}, 'must be a text'],
    ['a file', 'passwordFile', '', 'must be a text'],
    ['a file', 'tokenFile', 5, 'must be a text'],
    ['a file', 'ca', null, 'must be a text'],
    ['one of two', 'hash', 'sha1', 'must be none or md5'],
    ['one of two', 'hash', '', 'must be none or md5'],
    ['one of two', 'variant', 'later', 'must be current or earlier'],
    ['a number', 'timeoutMs', 0, 'must be a number above zero'],
    ['a number', 'timeoutMs', '10', 'must be a number above zero'],
    ['a number', 'maxConcurrency', -1, 'must be a number above zero'],
  ])('has to have %s in its place: %s %j', (_kind, name, value, said) => {
    expect(wrongField(name, value)).toBe(said);
  });

  it.each(['passwordFile', 'tokenFile', 'ca'])('has no standard input for %s', (name) => {
    const said = wrongField(name, '-');
    expect(said).toContain('cannot be the standard input');
    expect(said).toContain('write ./-');
  });

  it.each([0, -1, '20', null, ['1']])('has a number above zero as maxPerSecond: %j', (value) => {
    expect(wrongField('maxPerSecond', value)).toBe('must be a number above zero');
  });

  it.each(['password', 'token'])('never has a %s, and that is not shown', (name) => {
    const said = wrongWith(`{"profiles": {"a": {"${name}": "in-clear-99"}}}`);
    expect(said).toMatch(/^1:\d\d: /);
    for (const word of [`profiles.a.${name}`, `${name}Env`, `${name}File`]) expect(said).toContain(word);
    expect(said).toContain('must not be in this file');
    expect(said).not.toContain('in-clear-99');
  });

  it.each([
    ['{\n  "profiles": {\n    "a": { "url": }\n  }\n}', '3:19: is not valid JSON: value expected'],
    ['{"profiles": {"a": {"url": "x",}}}', /^1:3[23]: is not valid JSON: [a-z]+(?: [a-z]+)+$/],
    ['', '1:1: is not valid JSON: value expected'],
    ['[]', '1:1: the file must be an object'],
    ['"profiles"', '1:1: the file must be an object'],
    ['\n  {}', '2:3: profiles must be an object'],
    ['{ "profile": {} }', '1:14: profile is not a field of this file. Put accounts below "profiles"'],
    ['{"profiles": {}, "more": 1}', '1:26: more is not a field of this file. Put accounts below "profiles"'],
    ['{"profiles": []}', '1:14: profiles must be an object'],
    ['{"profiles": {\n"a": "b"}}', '2:6: profiles.a must be an object'],
    [
      '{"profiles": {"a": {"__proto__": {"url": "x"}}}}',
      /^1:34: profiles\.a\.__proto__ is unknown\. Known fields: url, /,
    ],
    ['{"profiles": {"a": {}, "b": null}}', '1:29: profiles.b must be an object'],
    ['{"profiles": {"a": {"toString": "x"}}}', /^1:33: profiles\.a\.toString is unknown\. Known fields: url, /],
  ])('that is wrong is named with the place: %s', (content, said) => {
    expect(wrongWith(content)).toMatch(
      typeof said === 'string' ? new RegExp(`^${said.replaceAll('.', '\\.')}$`) : said,
    );
  });

  it('that is nested too deeply is refused', () => {
    for (const text of ['['.repeat(100_000), `{"profiles":\n${'{"a":'.repeat(100_000)}`]) {
      expect(wrongWith(text)).toMatch(/^\d+:\d+: (?:the file )?(?:is nested too deeply|is not valid JSON)/);
    }
  });
});
