import { frame, NUMBERS, SENDERS } from '../envelopes.js';
import { fill, full, fullElement, fullElements, type Hostile, referring, within } from './document.js';

const PARTS_OF_SENDERS = frame('soap_GetSenders', '<result>0</result>', '');
const MAP = 'xmlns:m="http://xml.apache.org/xml-soap" xsi:type="m:Map"';
const field = (name: string, value: string): string => `<${name}>${value}</${name}>`;

/** Nested elements around content, each with an id. */
const nestedTargets = (count: number, inside: string): string =>
  Array.from({ length: count }, (_, index) => `<m id="n${index}">`).join('') + inside + '</m>'.repeat(count);
const references = (count: number): string =>
  Array.from({ length: count }, (_, index) => `<item href="#n${index}"/>`).join('');

/** A chain of values. Each refers to the next one. */
const chain = (id: string, length: number): string =>
  Array.from(
    { length },
    (_, index) => `<m id="${id}${index}"${index === length - 1 ? '' : ` href="#${id}${index + 1}"`}/>`,
  ).join('');

/** Documents that abuse arrays, structs and multi-reference values. */
export const VALUES: readonly Hostile[] = [
  full('empty items', SENDERS, () => '<i/>'),
  full('items that grow', SENDERS, (index) => `<i>${'x'.repeat(index % 1000)}</i>`),
  {
    name: 'positions from the end',
    build: (size) =>
      within(
        SENDERS,
        fill(size, (index) => `<i SOAP-ENC:position="[${65_000 - index}]"/>`),
      ),
  },
  full(
    'positions from the end, again and again',
    SENDERS,
    (index) => `<i SOAP-ENC:position="[${Math.floor(index / 1000) * 1000 + 999 - (index % 1000)}]"/>`,
  ),
  full('positions with holes', SENDERS, (index) => `<i SOAP-ENC:position="[${index * 2}]"/>`),
  fullElement('a list inside an item', SENDERS, ['<item>', '</item>'], () => '<item>x</item>'),
  full(
    'records of five kinds',
    NUMBERS,
    (index) =>
      `<item>${field('number', '1')}${'<name xsi:nil="1"/>'.slice(0, index % 5 === 0 ? 19 : 0)}<x${index % 5}>1</x${index % 5}></item>`,
  ),
  full('records that all differ', NUMBERS, (index) => `<item${index}>${field('number', '1')}</item${index}>`),
  full('records that differ after a while', NUMBERS, (index) =>
    index < 100 ? '<item><number>1</number></item>' : `<item><number>1</number><x${index}/></item>`,
  ),
  full('records with 3000 unknown fields', NUMBERS, () => `<item>${'<x>1</x>'.repeat(3000)}</item>`),
  fullElements('records with one long text', NUMBERS, ['<item><name>', '</name></item>'], () => 'x'),
  fullElement(
    'entries of a Map',
    PARTS_OF_SENDERS,
    [`<arSenders ${MAP}>`, '</arSenders>'],
    (index) => `<item><key>${index}</key><value>x</value></item>`,
  ),
  { name: 'Maps inside Maps', build: mapsInsideMaps },
  {
    name: 'an unknown wrapper',
    build: (size) => {
      const { operation, text } = within(
        NUMBERS,
        fill(size, () => '<item><number>1</number></item>'),
      );
      return { operation, text: text.replaceAll('soap_GetNumbersResponse', 'unknown') };
    },
  },
  full('ids', NUMBERS, (index) => `<item id="i${index}"/>`),
  full('dangling references', NUMBERS, (index) => `<item href="#i${index}"/>`),
  referring('references to one value', NUMBERS, (size) => ({
    items: fill(size, () => '<item href="#v"/>'),
    targets: `<m id="v">${field('name', 'x')}</m>`,
  })),
  referring('references to values in the other order', NUMBERS, (size) => {
    const count = Math.floor(size / 60);
    const indexes = Array.from({ length: count }, (_, index) => index);
    return {
      items: indexes.map((index) => `<item href="#v${index}"/>`).join(''),
      targets: indexes.map((index) => `<m id="v${count - 1 - index}">${field('number', '1')}</m>`).join(''),
    };
  }),
  referring('a reference in each field', NUMBERS, (size) => ({
    items: fill(
      size * 0.45,
      (index) => `<item><number href="#n${index}"/><name href="#m${index}"/><id_group href="#g${index}"/></item>`,
    ),
    targets: fill(
      size * 0.55,
      (index) => `<m id="n${index}">48500${100_000 + index}</m><m id="m${index}">N ${index}</m><m id="g${index}">7</m>`,
    ),
  })),
  referring('a chain of references', NUMBERS, (size) => ({
    items: '<item href="#c0"/>',
    targets: fill(size, (index) => `<m id="c${index}" href="#c${index + 1}"/>`),
  })),
  referring('chains of 200 references', NUMBERS, (size) => ({
    items: Array.from({ length: size / 6000 }, (_, index) => `<item href="#c${index}x0"/>`).join(''),
    targets: Array.from({ length: size / 6000 }, (_, index) => chain(`c${index}x`, 200)).join(''),
  })),
  referring('references into one chain', NUMBERS, (size) => ({
    items: fill(size, (index) => `<item href="#c${199 - (index % 200)}"/>`),
    targets: chain('c', 200),
  })),
  ...[10, 250].map((count) =>
    referring(`references to ${count} values around each other`, NUMBERS, (size) => ({
      items: references(count),
      targets: nestedTargets(
        count,
        fill(size, () => '<x/>'),
      ),
    })),
  ),
];

function mapsInsideMaps(size: number): ReturnType<Hostile['build']> {
  const entry = (key: string, value: string): string => `<item><key>${key}</key>${value}</item>`;
  const record = `<value ${MAP}>${entry('number', `<value>${'x'.repeat(50)}</value>`)}</value>`;
  const items = fill(size, (index) => entry(String(index), record));
  const { operation, text } = within(NUMBERS, '');
  const parts = entry('result', '<value>0</value>') + entry('arNumbers', `<value ${MAP}>${items}</value>`);
  return {
    operation,
    text: text.replace(/<ns1:(\w+)>.*<\/ns1:\w+>/, (_, name: string) => `<ns1:${name} ${MAP}>${parts}</ns1:${name}>`),
  };
}
