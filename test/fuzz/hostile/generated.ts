import { frame, NUMBERS, PARTS, SENDERS, withTargets } from '../envelopes.js';
import { Random } from '../random.js';
import { fill, type Hostile, type HostileDocument, within } from './document.js';

/** Creates mark-up for the element with this index. */
type Part = (index: number) => string;

const LENGTHS = [0, 1, 1, 1, 3, 10, 100, 600, 2000, 20_000] as const;

/** A text of some length, equal in all elements or different in each. */
function text(random: Random, letters: readonly [string, ...string[]]): Part {
  const letter = random.pick(letters);
  const length = random.pick(LENGTHS);
  const same = letter.repeat(Math.ceil(length / letter.length));
  if (random.chance(0.5)) return () => same;
  return random.chance(0.5) ? (index) => `${index}${same}` : (index) => `${same}${index}`;
}

function name(random: Random): Part {
  const local = text(random, ['a', 'b', 'item', 'ż', 'a.b-c', 'Fault', 'number']);
  const prefix = random.pick(['', '', '', 'ns1:', 'SOAP-ENC:', 'p1:']);
  return (index) => `${prefix}n${local(index)}`;
}

const VALUES = [
  'x',
  ...['>', '/>', "'", '&lt;', '&#62;', '&#x3e;', ' ', '\t', '\n', 'ż', '😀', 'a:', ']]>', '-->'],
] as const;

/** One attribute of an element, or many similar ones. */
function attribute(random: Random): Part {
  const value = text(random, VALUES);
  const space = random.pick([' ', ' ', '\n', '  \t']);
  const equals = random.pick(['=', '=', ' = ', '\n=']);
  const quoted = (inside: string): string => (inside.includes("'") ? `"${inside}"` : `'${inside}'`);
  const isSingle = random.chance(0.2);
  const write = (of: string, inside: string): string =>
    `${space}${of}${equals}${isSingle ? quoted(inside) : `"${inside}"`}`;
  const many = random.chance(0.2) ? random.pick([2, 30, 250]) : 1;
  const kind = random.below(9);
  return (index) => {
    const inside = value(index);
    switch (kind) {
      case 0:
        return write('id', `i${index}`);
      case 1:
        return write('href', `#i${index % 1000}`);
      case 2:
        return write('xsi:type', `xsd:${inside.replace(/[^a-z:]/g, '')}`);
      case 3:
        return write('xmlns', `u${index % 7}`);
      case 4:
        return Array.from({ length: many }, (_, of) => write(`xmlns:q${of}`, `u${inside.length}${index % 3}`)).join('');
      case 5:
        return Array.from({ length: many }, (_, of) => write(`xsi:a${of}`, inside.slice(0, 50))).join('');
      case 6:
        return write('SOAP-ENC:position', `[${index}]`);
      default:
        return Array.from({ length: many }, (_, of) => write(`a${of}`, many > 1 ? inside.slice(0, 50) : inside)).join(
          '',
        );
    }
  };
}

const TEXTS = [
  'x',
  ...['>', '&amp;', '&#9;', '&#x41;', ' ', '\r', '\r\n', ']', 'ż', '😀', '<!---->', '<?a?>', '<![CDATA[]]>'],
] as const;

/** The content of an element. */
function content(random: Random, depth: number): Part {
  if (depth < 3 && random.chance(0.4)) {
    const inner = element(random, depth + 1);
    const many = random.pick([1, 1, 2, 20]);
    return (index) => Array.from({ length: many }, (_, of) => inner(index * many + of)).join('');
  }
  return random.chance(0.3) ? () => '' : text(random, TEXTS);
}

/** An element: a name, attributes, content and optional white space. */
function element(random: Random, depth = 0): Part {
  const of = name(random);
  const attributes = Array.from({ length: random.below(4) }, () => attribute(random));
  const inside = content(random, depth);
  const end = random.pick(['', '', ' ', '\n\n', ' '.repeat(500)]);
  const isEmpty = random.chance(0.4);
  return (index) => {
    const tag = of(index);
    const start = `<${tag}${dropTwice(attributes.map((make) => make(index)))}${end}`;
    return isEmpty ? `${start}/>` : `${start}>${inside(index)}</${tag}${end}>`;
  };
}

/** Attributes of one tag. Only the first with each name is kept, so that most documents are well-formed. */
function dropTwice(written: readonly string[]): string {
  const seen = new Set<string>();
  return written
    .filter((attributes) => {
      const first = attributes.trim().split(/[\s=]/, 1)[0] ?? '';
      return seen.size !== seen.add(first).size;
    })
    .join('');
}

/** Elements around the content: none, or up to the limit of depth, each with a declaration. */
function around(random: Random): readonly [string, string] {
  const depth = random.chance(0.5) ? 0 : random.pick([1, 10, 100, 230]);
  const own = random.pick<(index: number) => string>([
    () => '',
    (index) => ` xmlns:p${index}="u"`,
    (index) => ` xmlns:p1="u${index}"`,
    (index) => ` xmlns="u${index}"`,
    (index) => ` a="${index}"`,
    (index) => Array.from({ length: 20 }, (_, of) => ` xmlns:p${index}x${of}="u"`).join(''),
  ]);
  return [Array.from({ length: depth }, (_, index) => `<a${own(index)}>`).join(''), '</a>'.repeat(depth)];
}

const PREFIXED = ' xmlns:p1="urn:p1"';
const FAULT = frame('soap_CheckPoints', '', '');

/** Positions of the elements in a response. */
const STANDS: readonly ((inside: string) => HostileDocument)[] = [
  (inside) => within(NUMBERS, inside),
  (inside) => within(NUMBERS, inside),
  (inside) => within(NUMBERS, `<item><number>1</number>${inside}</item>`),
  (inside) => within(SENDERS, inside),
  (inside) => within(PARTS, inside),
  (inside) => within(PARTS, `<unknown>${inside}</unknown>`),
  (inside) => within(withTargets(PARTS, inside), '<result>0</result>'),
  (inside) => within(withTargets(NUMBERS, inside), '<item href="#i1"/><item href="#i2"/>'),
  (inside) => header(within(PARTS, '<result>0</result>'), inside),
  (inside) => faultWith(`<faultcode>x</faultcode><faultstring>x</faultstring><detail>${inside}</detail>`),
  (inside) => faultWith(`<faultcode>x</faultcode><faultstring>x</faultstring><detail>${inside}</detail>`),
  (inside) => faultWith(`<faultcode>x</faultcode>${inside}`),
];

function header({ operation, text: document }: HostileDocument, inside: string): HostileDocument {
  const written = `<SOAP-ENV:Header>${inside}</SOAP-ENV:Header><SOAP-ENV:Body>`;
  return { operation, text: document.replace('<SOAP-ENV:Body>', () => written) };
}

function faultWith(inside: string): HostileDocument {
  const { operation, text: document } = within(FAULT, '');
  const fault = `<SOAP-ENV:Fault>${inside}</SOAP-ENV:Fault>`;
  return { operation, text: document.replace(/<ns1:.*Response>/, () => fault) };
}

const GENERATED = 'generated ';

/** Returns the generated kind with a name. */
export function generatedNamed(name: string): Hostile | undefined {
  const seed = name.startsWith(GENERATED) ? Number(name.slice(GENERATED.length)) : Number.NaN;
  return Number.isSafeInteger(seed) ? generatedHostile(seed) : undefined;
}

/** A random kind of document: its elements and their positions depend on the seed. */
export function generatedHostile(seed: number): Hostile {
  const make = (size: number): HostileDocument => {
    const random = new Random(seed);
    const stands = random.pick(STANDS) ?? ((inside) => within(PARTS, inside));
    const [open, close] = around(random);
    const elements = Array.from({ length: random.pick([1, 1, 2, 5]) }, () => element(random));
    const piece: Part = (index) => elements[index % elements.length]?.(index) ?? '';
    const document = stands(open + fill(size, piece) + close);
    return { ...document, text: document.text.replace('<SOAP-ENV:Body', (tag) => `${tag}${PREFIXED}`) };
  };
  return { name: `${GENERATED}${seed}`, build: make };
}
