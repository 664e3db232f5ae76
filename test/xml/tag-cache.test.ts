import { afterEach, describe, expect, it, vi } from 'vitest';
import { Scope, type StartTag } from '../../src/xml/tag.js';
import { TagCache } from '../../src/xml/tag-cache.js';

afterEach(() => vi.restoreAllMocks());

const MAX_ATTRIBUTES = 20;
/** The maximum length of a cached tag, in characters. */
const MAX_LENGTH = 1024;
/** The maximum number of cached tags under one root. */
const MAX_TAGS = 1024;

/** Passes consecutive tags of a text to a cache, in one scope. @returns the tags up to the first unknown one */
function tagsOf(cache: TagCache, text: string, scope: Scope): (StartTag | undefined)[] {
  const found: (StartTag | undefined)[] = [];
  for (let position = 0; position < text.length; ) {
    const tag = cache.find(text, position, scope);
    found.push(tag);
    if (tag === undefined) break;
    cache.passed(tag);
    position += tag.length;
  }
  return found;
}

/** A tag of exactly this length. */
function tagOf(length: number, value = ''): string {
  const tag = (filling: string): string => `<a b="${value}${filling}">`;
  return tag('x'.repeat(length - tag('').length));
}

describe('a tag that comes again', () => {
  it.each(['<a>', '<a/>', '<a b="1">', '<a b="x>y">', `<a b='>">' c=">">`, '<a\n>'])(
    'is the same object: %j',
    (raw) => {
      const [first, second] = tagsOf(new TagCache(MAX_ATTRIBUTES), raw + raw, Scope.root());
      expect(first).toMatchObject({ raw, rawName: 'a', shape: undefined });
      expect(second).toBe(first);
    },
  );

  it('is the same object, also with letters beyond ASCII', () => {
    const raw = Buffer.from('<ż ó="ł">', 'utf8').toString('latin1');
    const [first, second] = tagsOf(new TagCache(MAX_ATTRIBUTES), raw + raw, Scope.root());
    expect(first).toMatchObject({ raw, local: 'ż', attributes: [{ local: 'ó', value: 'ł' }] });
    expect(second).toBe(first);
  });
  it('is another one in another scope', () => {
    const scope = Scope.root();
    const inner = scope.with(new Map([['', 'urn:inner']]));
    const cache = new TagCache(MAX_ATTRIBUTES);
    expect(cache.find('<a>', 0, scope)).toMatchObject({ uri: '', outer: scope });
    expect(cache.find('<a>', 0, inner)).toMatchObject({ uri: 'urn:inner', outer: inner });
  });

  it('behind the same tag as last time is known without being looked up', () => {
    const scope = Scope.root();
    const cache = new TagCache(MAX_ATTRIBUTES);
    const round = '<a><b c="1"><d/>';
    const first = tagsOf(cache, round + round, scope);
    const lookUp = vi.spyOn(Scope.prototype, 'find');
    expect(tagsOf(cache, round, scope)).toEqual(first.slice(0, 3));
    expect(lookUp).not.toHaveBeenCalled();
  });
});

describe('a tag that differs from another in its id or href alone', () => {
  it('has the shape of the other, and its own value', () => {
    const scope = Scope.root();
    const cache = new TagCache(MAX_ATTRIBUTES);
    const [first, second] = tagsOf(cache, '<m b="1" id="r1"><m b="1" id="longer">', scope);
    expect(first).toMatchObject({ length: 17, attributes: [{ value: '1' }, { value: 'r1' }] });
    expect(second).toMatchObject({ length: 21, attributes: [{ value: '1' }, { value: 'longer' }] });
    expect(first?.shape).toMatchObject({ raw: '<m b="1" id="">', outer: scope });
    expect(second?.shape).toBe(first?.shape);
  });
  it('takes up the memory of one tag, however many there are', () => {
    const scope = Scope.root();
    const before = scope.size;
    tagsOf(new TagCache(MAX_ATTRIBUTES), Array.from({ length: 50 }, (_, id) => `<m id="r${id}">`).join(''), scope);
    expect(scope.size).toBe(before + 1);
  });

  it('has no shape of another scope', () => {
    const scope = Scope.root();
    const inner = scope.with(new Map([['', 'urn:inner']]));
    const cache = new TagCache(MAX_ATTRIBUTES);
    expect(cache.find('<m id="r1">', 0, scope)).toMatchObject({ uri: '' });
    expect(cache.find('<m id="r2">', 0, inner)).toMatchObject({ uri: 'urn:inner' });
  });
});

describe('what is remembered is bounded', () => {
  it.each([
    ['plain', ''],
    ['with ">" in a value', '>'],
  ])(`tags of more than ${MAX_LENGTH} characters are parsed in their place: %s`, (_name, value) => {
    const cache = new TagCache(MAX_ATTRIBUTES);
    const scope = Scope.root();
    const [long, tooLong] = [tagOf(MAX_LENGTH, value), tagOf(MAX_LENGTH + 1, value)];
    for (const before of ['', '<a>'.repeat(500)]) {
      expect(cache.find(before + long, before.length, scope)).toMatchObject({ raw: long });
      expect(cache.find(before + tooLong, before.length, scope)).toBeUndefined();
    }
  });

  it(`no more than ${MAX_TAGS} tags; those that are remembered stay so`, () => {
    const scope = Scope.root();
    const cache = new TagCache(MAX_ATTRIBUTES);
    const raws = Array.from({ length: MAX_TAGS }, (_, index) => `<a${index}>`);
    const tags = raws.map((raw) => cache.find(raw, 0, scope));
    const full = scope.size;
    expect(cache.find('<more>', 0, scope)).toBeUndefined();
    expect(cache.find('<more id="x">', 0, scope)).toBeUndefined();
    expect(cache.find('<more b=">">', 0, scope)).toBeUndefined();
    expect(scope.size).toBe(full);
    expect(raws.map((raw) => cache.find(`${raw}<b>`, 0, scope))).toEqual(tags);
    expect(tags).not.toContain(undefined);
  });
});
describe('a tag with something wrong is left to be parsed in its place', () => {
  it.each([
    ['has no end', '<a b="1"'],
    ['has no end of a value, behind another', '<a b="1>" c="'],
    ['holds an id twice', '<a id="1" id="2">'],
    ['has a prefix that is not bound', '<p:a>'],
    ['has too many attributes', `<a ${Array.from({ length: 21 }, (_, index) => `a${index}="1"`).join(' ')}>`],
  ])('because it %s', (_name, raw) => {
    const scope = Scope.root();
    const before = scope.size;
    expect(new TagCache(MAX_ATTRIBUTES).find(raw, 0, scope)).toBeUndefined();
    expect(scope.size).toBe(before);
  });
});
