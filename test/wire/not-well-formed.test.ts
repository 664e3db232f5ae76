import { describe, expect, it } from 'vitest';
import { rejection } from '../support/collect.js';
import { clientFor, numbersResponse, WAYS } from './responses.js';

const nested = (tag: string, depth: number): string => `<${tag}>`.repeat(depth) + `</${tag}>`.repeat(depth);

/** Changes that make a valid document wrong. `@` is between the fields of a record. */
const WRONG: readonly (readonly [string, (document: string) => string])[] = [
  ['10,000 nested elements, in a record', (document) => document.replace('@', nested('x', 10_000))],
  ['10,000 nested elements, never closed', (document) => document.replace('@', '<x>'.repeat(10_000))],
  [
    '10,000 attributes',
    (document) => document.replace('@', `<x ${Array.from({ length: 10_000 }, (_, n) => `a${n}=""`).join(' ')}/>`),
  ],
  ['a DOCTYPE', (document) => document.replace('?>', '?><!DOCTYPE x>')],
  [
    'a DOCTYPE with an external subset',
    (document) => document.replace('?>', '?><!DOCTYPE x SYSTEM "http://127.0.0.1:1/x">'),
  ],
  [
    'a DOCTYPE with an entity',
    (document) => document.replace('?>', '?><!DOCTYPE x [<!ENTITY e "v">]>').replace('@', '<x>&e;</x>'),
  ],
  [
    'a DOCTYPE with an entity that grows',
    (document) =>
      document
        .replace('?>', '?><!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;"><!ENTITY c "&b;&b;">]>')
        .replace('@', '<x>&c;</x>'),
  ],
  [
    'a DOCTYPE with an external entity',
    (document) => document.replace('?>', '?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'),
  ],
  ['a DOCTYPE inside', (document) => document.replace('@', '<!DOCTYPE x>')],
  ['an entity that nothing declares', (document) => document.replace('@', '<x>&nbsp;</x>')],
  ['a control character', (document) => document.replace('@', '<x>\u0001</x>')],
  ['a control character, in an attribute', (document) => document.replace('@', '<x a="\u0008"/>')],
  ['a zero byte', (document) => document.replace('@', '<x>\u0000</x>')],
  ['U+FFFE', (document) => document.replace('@', '<x>\ufffe</x>')],
  ['half a surrogate pair, as a reference', (document) => document.replace('@', '<x>&#xD800;</x>')],
  ['a duplicate attribute', (document) => document.replace('@', '<x a="1" a="2"/>')],
  [
    'a duplicate attribute, by its namespace',
    (document) => document.replace('@', '<x xmlns:p="u" xmlns:q="u" p:a="1" q:a="2"/>'),
  ],
  ['an unbound prefix', (document) => document.replace('@', '<p:x/>')],
  ['an unbound prefix, after its scope', (document) => document.replace('@', '<y xmlns:p="u"/><p:x/>')],
  ['trailing garbage: text', (document) => `${document}x`],
  ['trailing garbage: a zero byte', (document) => `${document}\u0000`],
  ['a wrong end tag', (document) => document.replace('@', '<x></y>')],
  ['"]]>" in text', (document) => document.replace('@', '<x>]]></x>')],
  ['"<" in an attribute', (document) => document.replace('@', '<x a="<"/>')],
  ['text between fields', (document) => document.replace('@', 'x')],
];
const right = (document: string): string => document.replace('@', '<x a="1"/>');
const ANSWER = numbersResponse('<result>0</result><arNumbers><i>@<number>1</number></i></arNumbers>');

describe.each(WAYS)('a response, read %s, is refused for', (_way, read) => {
  it.each(WRONG)('%s', async (_name, spoil) => {
    expect(await rejection(read(clientFor(spoil(ANSWER))))).toMatchObject({ name: 'DecodeError', outcome: 'unknown' });
  });

  it('nothing if the document is correct', async () => {
    expect(await read(clientFor(`${right(ANSWER)}\n<!-- c --><?pi?>\n`))).toHaveLength(1);
  });
});
