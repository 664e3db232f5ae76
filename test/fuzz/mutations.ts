import type { Random } from './random.js';

/**
 * Changes a document in which each character is one byte.
 *
 * @param text - the document
 * @param random - chooses the changes and their positions
 * @param other - returns another document of the corpus
 */
type Mutation = (text: string, random: Random, other: () => string) => string;

/** A marker that mutations put into responses. Errors must not show it. */
export const SECRET = 'hunter2hunter2';

/** Inserted pieces: mark-up and attributes with a meaning for the reader or the decoder. */
const TOKENS: readonly [string, ...string[]] = [
  '<',
  ...['>', '&', '/', '"', "'", ']', '=', ':', '?', '!', '\0', '\r', '\r\n', '\t', ' ', '\x80', '\xff'],
  ...['\xc5\xbc', '\xef\xbb\xbf', '\xef\xbf\xbe', '\xed\xa0\x80', '\xf0\x9f\x98\x80', '\xc2\x85'],
  ...['\xe2\x80\xa8', '<![CDATA[', ']]>', '<![CDATA[x]]>', '<!--', '-->', '<!-- x -->', '<!-- -- -->'],
  ...['<?x y?>', '<?xml version="1.0"?>', '<!DOCTYPE a>', '&lt;', '&amp;', '&nbsp;', '&#0;', '&#13;', '&#x41;'],
  ...['&#x110000;', '&#x1F600;', '&#', '&#x', '<x/>', '<x>1</x>', '<item/>', '<item>', '</item>'],
  ...['<item>1</item>', '<item xsi:nil="true"/>', '<item href="#id1"/>', '<result>0</result>', '<id>1</id>'],
  ...['<name>x</name>', '<number>1</number>', '<SOAP-ENV:Fault><faultcode>a</faultcode></SOAP-ENV:Fault>'],
  ...['</SOAP-ENV:Body>', '<SOAP-ENV:Header/>', '<item><key>name</key><value>x</value></item>'],
  ...['<m id="id1">1</m>', '<m id="id1"><id>1</id></m>', SECRET],
];

const ATTRIBUTES: readonly [string, ...string[]] = [
  'xsi:nil="true"',
  ...['xsi:nil="false"', 'xsi:nil="1"', 'href="#id1"', 'href="#id2"', 'href="x"', 'href=""', 'id=""'],
  ...[`a=' id="id1"'`, "id='id1'", 'id="id1"', 'id="id2"', 'SOAP-ENC:position="[0]"'],
  ...['SOAP-ENC:position="[2]"', 'SOAP-ENC:offset="[1]"', 'SOAP-ENC:root="0"', 'SOAP-ENC:root="1"'],
  ...['xsi:type="xsd:base64Binary"', 'xsi:type="xsd:int"'],
  ...['xsi:type="m:Map" xmlns:m="http://xml.apache.org/xml-soap"', 'xmlns="urn:other"', 'xmlns=""'],
  ...['xmlns:ns1="urn:other"', 'xmlns:xsi="urn:other"', 'a="1"', 'a=">"', "a='\"'", 'p:a="1"'],
  ...['SOAP-ENV:mustUnderstand="1"', 'SOAP-ENV:actor="urn:x"', 'xml:lang="pl"'],
  ...['SOAP-ENC:arrayType="xsd:string[99]"', 'xsi:null="1"', 'a="&lt;&#10;"'],
];

const NUMBERS: readonly [string, ...string[]] = [
  '',
  ...['0', '-0', '-1', '+5', '007', ' 5 ', '1e3', '1.5', 'INF', '-INF', 'NaN', '0x10', '1,5', '2147483647'],
  ...['2147483648', '-2147483648', '-2147483649', '99999999999999999999', '1e999', '.5', '5.', '0.159999996'],
  ...['\xc2\xa05', '&#49;', '<![CDATA[7]]>'],
];

/** Maximum size of a mutated document. */
const MAX_LENGTH = 300_000;

/** All mutations by name. */
const MUTATIONS: Readonly<Record<string, Mutation>> = {
  flipBit: (text, random) => mapAt(text, random.below(text.length), (code) => code ^ (1 << random.below(8))),
  setByte: (text, random) => mapAt(text, random.below(text.length), () => random.below(256)),
  cutEnd: (text, random) => text.slice(0, random.below(text.length + 1)),
  cutStart: (text, random) => text.slice(random.piece(text.length)[1]),
  cutPiece: (text, random) => replacePiece(text, random.piece(text.length), () => ''),
  doublePiece: (text, random) => replacePiece(text, random.piece(text.length), (piece) => piece + piece),
  repeatPiece: (text, random) =>
    replacePiece(text, random.piece(text.length, 200), (piece) => piece.repeat(random.below(200))),
  movePiece: (text, random) => {
    const [start, end] = random.piece(text.length, 500);
    const rest = text.slice(0, start) + text.slice(end);
    return insertAt(rest, random.below(rest.length + 1), text.slice(start, end));
  },
  splice: (text, random, other) => {
    const second = other();
    return text.slice(0, random.below(text.length + 1)) + second.slice(random.below(second.length + 1));
  },
  spliceElements: (text, random, other) => {
    const stranger = randomElement(other(), random);
    return stranger === undefined ? text : insertAt(text, betweenTags(text, random), stranger.text);
  },
  insertToken: (text, random) => insertAt(text, random.below(text.length + 1), random.pick(TOKENS)),
  insertTokenBetweenTags: (text, random) => insertAt(text, betweenTags(text, random), random.pick(TOKENS)),
  insertTokenIntoText: (text, random) => insertAt(text, insideText(text, random), random.pick(TOKENS)),
  addAttribute: (text, random) => {
    const tag = random.pick([...text.matchAll(/<[A-Za-z][\w:.-]*/g)]);
    return tag === undefined ? text : insertAt(text, tag.index + tag[0].length, ` ${random.pick(ATTRIBUTES)}`);
  },
  addAttributeEverywhere: (text, random) => {
    const tag = random.pick([...text.matchAll(/<[A-Za-z][\w:.-]*/g)]);
    return tag === undefined ? text : text.replaceAll(`${tag[0]} `, `${tag[0]} ${random.pick(ATTRIBUTES)} `);
  },
  insertTokenEverywhere: (text, random) => {
    const tag = random.pick([...text.matchAll(/<(?:\/)?[A-Za-z][\w.-]*>/g)])?.[0];
    return tag === undefined ? text : text.replaceAll(tag, `${tag}${random.pick(TOKENS)}`);
  },
  dropAttribute: (text, random) => replaceMatch(text, random, / [\w:.-]+="[^"<]*"/g, () => ''),
  changeNumber: (text, random) => replaceMatch(text, random, /(?<=>)-?\d+(?:\.\d+)?(?=<)/g, () => random.pick(NUMBERS)),
  changeText: (text, random) => replaceMatch(text, random, /(?<=>)[^<>]+(?=<\/)/g, () => random.pick(TOKENS)),
  doubleElement: (text, random) => replaceElement(text, random, ({ text: element }) => element + element),
  repeatElement: (text, random) =>
    replaceElement(text, random, ({ text: element }) => element.repeat(random.below(60))),
  repeatItem: (text, random) =>
    replaceMatch(text, random, /<item\b(?:(?!<item\b).)*?<\/item>/gs, (item) => item.repeat(2 + random.below(14))),
  removeElement: (text, random) => replaceElement(text, random, () => ''),
  emptyElement: (text, random) => replaceElement(text, random, ({ name, attributes }) => `<${name}${attributes}/>`),
  renameElement: (text, random) =>
    replaceElement(text, random, ({ attributes, content }) => {
      const name = random.pick(['x', 'item', 'id', 'Response', 'RESULT', 'key', 'value', 'ns1:name', 'q:x']);
      return `<${name}${attributes}>${content}</${name}>`;
    }),
  moveElement: (text, random) => {
    const element = randomElement(text, random);
    if (element === undefined) return text;
    const rest = text.slice(0, element.start) + text.slice(element.end);
    return insertAt(rest, betweenTags(rest, random), element.text);
  },
  referToElement: (text, random) => {
    const id = `r${random.below(1000)}`;
    let target = '';
    const referring = replaceElement(text, random, ({ name, attributes, content }) => {
      target = `<multiRef id="${id}"${attributes}>${content}</multiRef>`;
      return `<${name} href="#${id}"/>`;
    });
    return referring.replace(/<\/[\w.-]+:Body>/, (end) => (random.chance(0.9) ? target + end : end + target));
  },
  spaceOut: (text) => text.replace(/><(?!\/)/g, '>\n  <'),
  changeCharset: (text, random) =>
    text.replace(
      /encoding="[^"]*"/,
      () =>
        `encoding="${random.pick(['iso-8859-1', 'ISO-8859-2', 'windows-1250', 'us-ascii', 'utf-16', 'x-none', 'utf-8'])}"`,
    ),
  toUtf16: (text) =>
    `\xff\xfe${Buffer.from(Buffer.from(text, 'latin1').toString('utf8'), 'utf16le').toString('latin1')}`,
};

/** Mutations that nearly always make a document invalid. After the others, it can usually be decoded. */
const BREAKING: ReadonlySet<string> = new Set(
  'flipBit setByte cutEnd cutStart cutPiece doublePiece repeatPiece movePiece splice insertToken'.split(' '),
);
const NAMES = Object.keys(MUTATIONS);
const GENTLE_NAMES = NAMES.filter((name) => !BREAKING.has(name));

/** A mutated document and its mutations. */
export interface Mutant {
  readonly bytes: Buffer;
  readonly applied: readonly string[];
}

/** Changes a document one to five times. In two of three cases, the document usually stays decodable. */
export function mutate(document: Buffer, random: Random, other: () => Buffer): Mutant {
  let text = document.toString('latin1');
  const applied: string[] = [];
  const names = random.chance(0.67) ? GENTLE_NAMES : NAMES;
  for (let left = 1 + random.below(5); left > 0; left--) {
    const name = random.pick(names) ?? '';
    const changed = MUTATIONS[name]?.(text, random, () => other().toString('latin1')) ?? text;
    if (changed === text || changed.length > MAX_LENGTH) continue;
    text = changed;
    applied.push(name);
  }
  return { bytes: Buffer.from(text, 'latin1'), applied };
}

interface Element {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly name: string;
  readonly attributes: string;
  readonly content: string;
}

/** Finds a random element in a document. In an invalid document, the position is approximate. */
function randomElement(text: string, random: Random): Element | undefined {
  const tag = random.pick([...text.matchAll(/<([A-Za-z][\w:.-]*)([^<>]*[^<>/])?>/g)]);
  if (tag === undefined) return undefined;
  const [open, name = '', attributes = ''] = tag;
  const content = text.indexOf(`</${name}>`, tag.index);
  if (content === -1) return undefined;
  const end = content + name.length + 3;
  return {
    start: tag.index,
    end,
    text: text.slice(tag.index, end),
    name,
    attributes,
    content: text.slice(tag.index + open.length, content),
  };
}

function replaceElement(text: string, random: Random, make: (element: Element) => string): string {
  const element = randomElement(text, random);
  return element === undefined ? text : replacePiece(text, [element.start, element.end], () => make(element));
}

function replaceMatch(text: string, random: Random, pattern: RegExp, make: (match: string) => string): string {
  const match = random.pick([...text.matchAll(pattern)]);
  return match === undefined ? text : replacePiece(text, [match.index, match.index + match[0].length], make);
}

function replacePiece(text: string, [start, end]: readonly [number, number], make: (piece: string) => string): string {
  return text.slice(0, start) + make(text.slice(start, end)) + text.slice(end);
}

function insertAt(text: string, position: number, inserted: string): string {
  return text.slice(0, position) + inserted + text.slice(position);
}

function mapAt(text: string, position: number, map: (code: number) => number): string {
  return replacePiece(text, [position, position + 1], (byte) => String.fromCharCode(map(byte.charCodeAt(0)) & 0xff));
}

function betweenTags(text: string, random: Random): number {
  return random.pick([...text.matchAll(/(?<=>)(?=<)/g)])?.index ?? random.below(text.length + 1);
}

function insideText(text: string, random: Random): number {
  return random.pick([...text.matchAll(/(?<=>)[^<>]+(?=<)/g)])?.index ?? random.below(text.length + 1);
}
