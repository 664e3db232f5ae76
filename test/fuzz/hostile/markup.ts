import { NUMBERS, PARTS, SENDERS } from '../envelopes.js';
import { fill, full, fullElement, fullElements, type Hostile, LIFTED, within } from './document.js';

const DESCRIPTION = ['<description>', '</description>'] as const;
const ITEM = ['<item>', '</item>'] as const;

const attributes = (count: number, of: string): string =>
  Array.from({ length: count }, (_, index) => ` a${of}x${index}="1"`).join('');

/** Nested elements around content. Each declares a different prefix. */
const declaringElements = (depth: number): readonly [string, string] => [
  Array.from({ length: depth }, (_, index) => `<a xmlns:p${index}="u">`).join(''),
  '</a>'.repeat(depth),
];

/** Documents full of mark-up. */
export const MARKUP: readonly Hostile[] = [
  full('different tags', NUMBERS, (index) => `<a${index}/>`),
  fullElements('different tags in each record', NUMBERS, ITEM, (index) => `<a${index}/>`),
  fullElements('different fields with text in each record', NUMBERS, ITEM, (index) => `<a${index}>x</a${index}>`),
  { ...fullElements('equal fields with text in each record', NUMBERS, ITEM, () => '<a>x</a>'), minBytes: 400_000 },
  { ...fullElements('empty elements in each record', NUMBERS, ITEM, () => '<a/>'), minBytes: 400_000 },
  full('tags too long to remember', NUMBERS, () => `<item a="${'x'.repeat(600)}"/>`),
  { name: 'one huge tag name', build: (size) => within(NUMBERS, `<${'a'.repeat(size)}/>`) },
  fullElement('tags with a prefix of 240 scopes each', NUMBERS, declaringElements(240), (index) => {
    const prefix = `p${index % 240}`;
    return `<${prefix}:a${index}/>`;
  }),
  fullElement(
    'prefixes of 240 scopes in one tag',
    NUMBERS,
    declaringElements(240),
    (index) => `<a${Array.from({ length: 200 }, (_, of) => ` p${of}:a="${index}"`).join('')}/>`,
  ),
  {
    name: 'one tag with many attributes',
    limits: LIFTED,
    build: (size) => within(NUMBERS, `<item${fill(size, (index) => ` a${index}="1"`)}/>`),
  },
  {
    name: 'one tag with many attributes, refused',
    build: (size) => within(NUMBERS, `<item${fill(size, (index) => ` a${index}="1"`)}/>`),
  },
  full('different tags with 250 attributes', NUMBERS, (index) => `<item${attributes(250, String(index))}/>`),
  full('attributes with namespaces', NUMBERS, (index) => `<item xsi:a="${index}" SOAP-ENC:a="" ns1:a=""/>`),
  {
    name: 'one tag with many namespace declarations',
    limits: LIFTED,
    build: (size) => within(NUMBERS, `<item${fill(size, (index) => ` xmlns:a${index}="u"`)}/>`),
  },
  full('namespace declarations', NUMBERS, (index) => `<item xmlns:q="${index}"/>`),
  full('tags with 200 namespace declarations', NUMBERS, (index) => {
    const declarations = Array.from({ length: 200 }, (_, prefix) => ` xmlns:p${prefix}="u${index}"`);
    return `<item${declarations.join('')}/>`;
  }),
  fullElement('different tags inside 240 scopes', NUMBERS, declaringElements(240), (index) => `<ns1:a${index}/>`),
  full('nesting up to the limit, again and again', NUMBERS, () => '<a>'.repeat(250) + '</a>'.repeat(250)),
  { name: 'nesting beyond the limit', build: (size) => within(NUMBERS, '<a>'.repeat(size / 3)) },
  full('attribute values with ">"', NUMBERS, (index) => `<item a=">${index}"/>`),
  full('tags with one ">" in a value', NUMBERS, () => '<a b=">"/>'),
  full('tags with ">" and another quote in a value', NUMBERS, (index) => `<a b="'>${index}'"/>`),
  {
    name: 'references in one attribute value',
    build: (size) => within(NUMBERS, `<item a="${'&lt;'.repeat(size / 4)}"/>`),
  },
  fullElements('white space inside tags', NUMBERS, ['<item', '/>'], () => ' '),
  {
    name: 'white space around "="',
    build: (size) => within(NUMBERS, `<item a${' '.repeat(size / 2)}=${' '.repeat(size / 2)}"1"/>`),
  },
  {
    name: 'white space and no attribute',
    build: (size) => within(NUMBERS, `<item a${' '.repeat(size / 2)}=${' '.repeat(size / 2)}/>`),
  },
  { name: 'white space inside the XML declaration', build: declarationOfSpace },
  full('white space between elements', NUMBERS, () => `${'\n'.repeat(100)}<item/>`),
  full('colons in an announced type', SENDERS, (index) => `<item xsi:type="${'a:'.repeat(200)}${index}">x</item>`),
  full('comments between items', NUMBERS, () => '<!---->'),
  fullElement('comments in a text', PARTS, DESCRIPTION, () => 'a<!---->'),
  full('processing instructions', NUMBERS, () => '<?a?>'),
  { name: 'an open comment', build: (size) => within(NUMBERS, '<!--'.repeat(size / 4)) },
  { name: 'an open attribute value', build: (size) => within(NUMBERS, `<a b="${'>'.repeat(size)}`) },
  { name: 'a long run of "<"', build: (size) => within(PARTS, `<description>${'<'.repeat(size)}</description>`) },
  { name: 'end tags without a start', build: (size) => within(NUMBERS, '</a>'.repeat(size / 4)) },
  {
    name: 'comments after the root',
    build: (size) => ({ ...PARTS, text: PARTS.before + PARTS.after + fill(size, () => '<!---->') }),
  },
  {
    name: 'white space before the root',
    build: (size) => ({
      ...PARTS,
      text: `${PARTS.before.split('?>')[0]}?>${' '.repeat(size)}${PARTS.before.split('?>')[1]}${PARTS.after}`,
    }),
  },
];

function declarationOfSpace(size: number): ReturnType<Hostile['build']> {
  const { operation, text } = within(PARTS, '');
  return { operation, text: text.replace(/ encoding/, `${' '.repeat(size)}encoding`) };
}
