import { afterEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_LIMITS } from '../../../src/soap/decoder/limits.js';
import { findMultiRefs, type MultiRef } from '../../../src/soap/decoder/multi-refs.js';
import { XSI } from '../../../src/soap/decoder/names.js';
import { XmlReader, type XmlSettings } from '../../../src/xml/reader.js';
import { XmlSource } from '../../../src/xml/source.js';

afterEach(() => vi.restoreAllMocks());

function found(document: string, settings: Partial<XmlSettings> = {}): ReadonlyMap<string, MultiRef> {
  return findMultiRefs(new XmlSource(Buffer.from(document)), { ...DEFAULT_LIMITS, ...settings });
}

/** The compared properties of the multiRefs of a document, in its order. */
function described(multiRefs: ReadonlyMap<string, MultiRef>): unknown[] {
  return [...multiRefs].map(([id, { position, tag, forward }]) => {
    const { length, uri, local, attributes, selfClosing } = tag;
    return { id, position, length, uri, local, attributes, selfClosing, forward };
  });
}

/**
 * The ids of a document, found with and without shortcuts, which must agree.
 *
 * @returns also how many tokens were read
 */
function idsOf(document: string, settings: Partial<XmlSettings> = {}): { ids: readonly string[]; tokens: number } {
  const next = vi.spyOn(XmlReader.prototype, 'next');
  const multiRefs = found(document, settings);
  const tokens = next.mock.calls.length;
  next.mockRestore();
  const plain = found(document, { ...settings, shortcuts: 'none' });
  expect(described(multiRefs)).toEqual(described(plain));
  for (const [id, { position }] of multiRefs) {
    expect(Buffer.from(document).toString('utf8', 0, position), id).toMatch(
      new RegExp(`<[^<>]*\\bid=["']${id}["'][^<>]*>$`),
    );
  }
  return { ids: [...multiRefs.keys()], tokens };
}

/** An error that reading a document gives with and without shortcuts. */
function refusal(document: string, settings: Partial<XmlSettings> = {}): unknown {
  const [fast, plain] = (['all', 'none'] as const).map((shortcuts) => {
    try {
      found(document, { ...settings, shortcuts });
      return 'was accepted';
    } catch (error) {
      return error instanceof Error ? error.message : error;
    }
  });
  expect(fast).toBe(plain);
  return fast;
}

const range = (count: number, from = 0): readonly number[] => Array.from({ length: count }, (_, index) => from + index);
/** Eight tokens. */
const multiRef = (id: string | number): string => `<m id="${id}"><a>${id}</a><b>x</b></m>`;
const multiRefs = (count: number, from = 0): string => range(count, from).map(multiRef).join('');
const names = (count: number, from = 0): readonly string[] => range(count, from).map(String);

describe('the elements with an id', () => {
  it('are found at any position', () => {
    const document = `<r id="r"><x><y id="y"/><z id='z'>1</z></x><m b="1" id="m"><n id="n">2</n></m></r>`;
    expect(idsOf(document).ids).toEqual(['r', 'y', 'z', 'm', 'n']);
  });

  it('are those whose id has no prefix', () => {
    expect(idsOf('<r xmlns:p="u"><m p:id="a"/><m xml:id="b"/><id>c</id><m x="id"/></r>').ids).toEqual([]);
  });
});

describe('elements that are like those before them are passed over', () => {
  it.each(['mm', 'M', 'm.', 'm1'])('but none with the end tag of another: <%s>', (name) => {
    const like = Array.from({ length: 20 }, (_, index) => `<m id="a${index}">x</m>`).join('');
    for (const around of ['', '<y/>']) {
      const one = `${around}<${name} id="b">x</m>`;
      expect(refusal(`<l>${like}${one}</l>`)).toBe('an end tag that does not match its start tag');
      const whole = Array.from({ length: 5 }, (_, index) => `<${name} id="c${index}">x</${name}>`).join('');
      expect(refusal(`<l>${like}${whole}${one}</l>`)).toBe('an end tag that does not match its start tag');
    }
  });

  it('multiRefs, from the fifth on', () => {
    const { ids, tokens } = idsOf(`<r>${multiRefs(50)}</r>`);
    expect(ids).toEqual(names(50));
    // Four of them, the two tags of the root, and the end.
    expect(tokens).toBe(4 * 8 + 3);
  });

  it('references, from the second on', () => {
    const { ids, tokens } = idsOf(
      `<r><l>${range(50)
        .map((id) => `<i href="#${id}"/>`)
        .join('')}</l></r>`,
    );
    expect(ids).toEqual([]);
    expect(tokens).toBe(2 + 5);
  });
  it.each([
    ['the id first', '<m id="1" href="#a"/><m id="2" href="#b"/>', ['#a', '#b']],
    ['an end tag', '<m id="1" href="#a"></m><m id="2" href="#b"></m>', [undefined, undefined]],
    ['no value', '<m id="1" href="#a" i:nil="1"/><m id="2" href="#b" i:nil="1"/>', [undefined, undefined]],
  ])('references with an id, with their targets: %s', (_name, elements, forward) => {
    const document = `<r xmlns:i="${XSI}">${elements}</r>`;
    expect(idsOf(document).ids).toEqual(['1', '2']);
    expect([...found(document).values()].map((multiRef) => multiRef.forward)).toEqual(forward);
  });

  it.each([
    ['an element in a field', '<m id="x"><a><y/></a><b>x</b></m>', ['x']],
    ['an id in a field', '<m id="x"><a id="y">1</a><b>x</b></m>', ['x', 'y']],
    ['CDATA', '<m id="x"><a><![CDATA[<m id="n">]]></a><b>x</b></m>', ['x']],
    ['a comment', '<m id="x"><!--<m id="n"/>--><a>1</a><b>x</b></m>', ['x']],
    ['a reference', '<m id="x" href="#0"/>', ['x']],
    ['a reference before the id', '<m href="#0" id="x"/><m href="#1" id="y"/>', ['x', 'y']],
    ['a multiRef around others', `<m id="x">${multiRef('y')}${multiRef('z')}</m>`, ['x', 'y', 'z']],
    ['a multiRef in another element', `<x><w/>${multiRef('x')}${multiRef('y')}</x>`, ['x', 'y']],
  ])('none that is different is lost among them: %s', (_name, odd, more) => {
    const { ids } = idsOf(`<r>${multiRefs(9)}${odd}${multiRefs(9, 9)}</r>`);
    expect(ids).toEqual([...names(9), ...more, ...names(9, 9)]);
  });
});

describe('a document is refused all the same', () => {
  it.each([
    ['a duplicate id', `<r>${multiRefs(9)}${multiRef(3)}</r>`],
    ['a duplicate id', '<r><m id="a"/><m id="b"/><m id="a"/></r>'],
    ['a duplicate id', '<r><m href="#a" id="x"/><m href="#b" id="x"/></r>'],
    ['a duplicate id', '<r><m href="#a" id="ż"/><m href="#b" id="ż"/></r>'],
    ['a second root element', '<m id="a"/><m id="b"/>'],
    ['an end tag that does not match its start tag', `<r>${multiRefs(9)}<m id="x"><a>1</b><b>x</b></m></r>`],
    ['the document ends inside an element', `<r>${multiRefs(9)}`],
    ['text outside the root element', `<r>${multiRefs(9)}</r>x`],
  ])('%s: %s', (message, document) => {
    expect(refusal(document)).toBe(message);
  });

  it('if a prefix is unbound that was bound around similar elements', () => {
    const bound = (content: string): string => `<x xmlns:p="u"><y/>${content}</x>`;
    const unbound = (content: string): string => `<x><y/>${content}</x>`;
    const tags = '<p:m id="b"/>';
    expect(refusal(`<r>${bound('<p:m id="a"/>')}${bound(tags)}</r>`)).toBe('was accepted');
    expect(refusal(`<r>${bound('<p:m id="a"/>')}${unbound(tags)}</r>`)).toBe('a namespace prefix is not declared');

    const contents = range(9).map((id) => `<m id="${id}"><p:a>1</p:a></m>`);
    const later = '<m id="x"></m><m id="y"><p:a>1</p:a></m>';
    expect(refusal(`<r>${bound(contents.join(''))}${bound(later)}</r>`)).toBe('was accepted');
    expect(refusal(`<r>${bound(contents.join(''))}${unbound(later)}</r>`)).toBe('a namespace prefix is not declared');
  });

  it('if similar elements are nested too deep', () => {
    // The fields of the multiRefs are the third nested elements, then the fourth.
    const document = `<r>${multiRefs(9)}<x><y/>${multiRefs(2, 20)}</x></r>`;
    expect(refusal(document, { maxDepth: 4 })).toBe('was accepted');
    expect(refusal(document, { maxDepth: 3 })).toBe('more than 3 nested elements');
  });

  it('an element of another namespace than those before is found', () => {
    const inside = (uri: string, id: string): string => `<x xmlns="${uri}"><y/><m id="${id}"/><m id="${id}2"/></x>`;
    const multiRefs = found(`<r>${inside('u', 'a')}${inside('v', 'b')}</r>`);
    expect([...multiRefs].map(([id, { tag, shape }]) => [id, tag.uri, shape.uri])).toEqual([
      ['a', 'u', 'u'],
      ['a2', 'u', 'u'],
      ['b', 'v', 'v'],
      ['b2', 'v', 'v'],
    ]);
  });
});
