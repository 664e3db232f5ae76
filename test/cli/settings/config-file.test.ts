import { describe, expect, it } from 'vitest';
import { CommandError } from '../../../src/cli/running/failure.js';
import { type Profile, readConfigFile } from '../../../src/cli/settings/config-file.js';
import { CommandHere } from '../running/here.js';

const here = new CommandHere();

const read = (content: unknown): ReadonlyMap<string, Profile> | undefined =>
  readConfigFile(here.write('sms-service.json', content));

/** What is said of a file, without its name. */
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

/** What is said of one field of a profile. */
function wrongField(name: string, value: unknown): string {
  const said = wrongWith(`{"profiles": {"a": {\n"${name}": ${JSON.stringify(value)}}}}`);
  if (said === '') return '';
  const place = `2:${name.length + 5}: profiles.a.${name} `;
  expect(said.startsWith(place)).toBe(true);
  return said.slice(place.length);
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
    ['a text', 'url', 5, 'is neither a text nor a list of texts'],
    ['a text', 'url', '', 'is neither a text nor a list of texts'],
    ['texts', 'url', [], 'is neither a text nor a list of texts'],
    ['texts', 'httpUrl', ['https://a.example/', 5], 'is neither a text nor a list of texts'],
    ['texts', 'httpUrl', ['https://a.example/', ''], 'is neither a text nor a list of texts'],
    ['texts', 'url', null, 'is neither a text nor a list of texts'],
    ['a text', 'username', 5, 'is not a text'],
    ['a text', 'username', '', 'is not a text'],
    ['a text', 'passwordEnv', ['PASSWORD'], 'is not a text'],
    ['a text', 'tokenEnv', true, 'is not a text'],
    ['a text', 'proxy', {}, 'is not a text'],
    ['a file', 'passwordFile', '', 'is not a text'],
    ['a file', 'tokenFile', 5, 'is not a text'],
    ['a file', 'ca', null, 'is not a text'],
    ['one of two', 'hash', 'sha1', "is neither 'none' nor 'md5'"],
    ['one of two', 'hash', '', "is neither 'none' nor 'md5'"],
    ['one of two', 'variant', 'later', "is neither 'current' nor 'earlier'"],
    ['a number', 'timeoutMs', 0, 'is not a number above zero'],
    ['a number', 'timeoutMs', '10', 'is not a number above zero'],
    ['a number', 'maxConcurrency', -1, 'is not a number above zero'],
  ])('has to have %s in its place: %s %j', (_kind, name, value, said) => {
    expect(wrongField(name, value)).toBe(said);
  });

  it.each(['passwordFile', 'tokenFile', 'ca'])('has no standard input for %s', (name) => {
    const said = wrongField(name, '-');
    expect(said).toContain('is -');
    expect(said).toContain('write ./-');
  });

  it.each([0, -1, '20', null, ['1']])('has a number above zero as maxPerSecond: %j', (value) => {
    expect(wrongField('maxPerSecond', value)).toBe('is not a number above zero');
  });

  it.each(['password', 'token'])('never has a %s, and that is not shown', (name) => {
    const said = wrongWith(`{"profiles": {"a": {"${name}": "in-clear-99"}}}`);
    expect(said).toMatch(/^1:21: /);
    for (const word of [`profiles.a.${name}`, `${name}Env`, `${name}File`]) expect(said).toContain(word);
    expect(said).toContain('does not belong into this file');
    expect(said).not.toContain('in-clear-99');
  });

  it.each([
    ['{\n  "profiles": {\n    "a": { "url": }\n  }\n}', '3:19: is no JSON: value expected'],
    ['{"profiles": {"a": {"url": "x",}}}', /^1:3[23]: is no JSON: [a-z]+(?: [a-z]+)+$/],
    ['', '1:1: is no JSON: value expected'],
    ['[]', '1:1: the file is not an object'],
    ['"profiles"', '1:1: the file is not an object'],
    ['\n  {}', '2:3: has no profiles'],
    ['{ "profile": {} }', '1:3: profile is not known here; known is profiles'],
    ['{"profiles": {}, "more": 1}', '1:18: more is not known here; known is profiles'],
    ['{"profiles": []}', '1:14: profiles is not an object'],
    ['{"profiles": {\n"a": "b"}}', '2:6: profiles.a is not an object'],
    ['{"profiles": {"a": {}, "b": null}}', '1:29: profiles.b is not an object'],
    ['{"profiles": {"a": {"toString": "x"}}}', /^1:21: profiles\.a\.toString is not known here; known are url, /],
  ])('that is wrong is named with the place: %s', (content, said) => {
    expect(wrongWith(content)).toMatch(
      typeof said === 'string' ? new RegExp(`^${said.replaceAll('.', '\\.')}$`) : said,
    );
  });

  it('names all that is known in the place of what is not', () => {
    const known =
      'url, username, passwordEnv, passwordFile, hash, httpUrl, tokenEnv, tokenFile, variant, ca, proxy, ' +
      'timeoutMs, maxConcurrency, maxPerSecond';
    expect(wrongWith('{"profiles": {\n"a": {"user": "x"}}}')).toBe(
      `2:7: profiles.a.user is not known here; known are ${known}`,
    );
  });
});

describe('a file that is deep', () => {
  const deep = (depth: number, open = '[', close = ']'): string => `${open.repeat(depth)}1${close.repeat(depth)}`;

  it('may have 16 objects and lists inside each other, and no more', () => {
    expect(wrongWith(deep(16))).toBe('1:1: the file is not an object');
    expect(wrongWith(deep(17))).toBe('1:17: is more than 16 objects and lists inside each other');
    const object = '{"a":';
    expect(wrongWith(deep(17, object, '}'))).toBe(
      `1:${16 * object.length + 1}: is more than 16 objects and lists inside each other`,
    );
    expect(wrongWith(`{"profiles":\n${'['.repeat(100_000)}`)).toMatch(/^2:16: is more than 16 /);
  });

  it('may have many beside each other', () => {
    const profiles = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`p${index}`, { url: ['x'] }]));
    expect(read({ profiles })?.size).toBe(40);
  });

  it('may be as deep as it likes in its texts', () => {
    expect(read({ profiles: { a: { url: '['.repeat(1000) } } })?.size).toBe(1);
  });
});
