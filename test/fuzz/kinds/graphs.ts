import { isDeepStrictEqual } from 'node:util';
import {
  disagreement,
  type ListResponse,
  type Reading,
  readStreamed,
  readWhole,
  show,
} from '../../support/both-readings.js';
import { envelopeWith } from '../envelopes.js';
import type { Kind } from '../kind.js';
import { Random } from '../random.js';
import { respell } from '../respell.js';
import { piecesOf } from './streams.js';

const RESPONSE: ListResponse = { operation: 'soap_GetGroups', part: 'arGroups' };
const FAULT = '<SOAP-ENV:Fault><faultcode>SOAP-ENV:Server</faultcode><faultstring>late</faultstring></SOAP-ENV:Fault>';
const MAX_RECORDS = 24;

/** The expected value of a record. */
interface Record {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly info: undefined;
  readonly num_count: number | undefined;
}

/** A document under construction, and the expected records. */
interface Draft {
  readonly random: Random;
  /** The probability that a value is written elsewhere and referred to. */
  readonly sharing: number;
  header: string;
  before: string;
  after: string;
  ids: number;
  /** Names of elements with an id. */
  readonly shared: (readonly [id: string, name: string])[];
}

/**
 * Responses with values inline, with an id at their first use, in the header, or before or after the wrapper. Some have
 * one fault. A stream and a complete read both return the expected records, or both reject the response. Before the
 * rejection, the stream may return the first of the expected records.
 */
export function graphs(): Kind {
  return {
    name: 'graphs',
    run: async (seed) => {
      const random = new Random(seed);
      const { text, records, wrong } = made(random);
      const { bytes, headers } = written(text, random);
      const response = { ...RESPONSE, headers };
      const whole = readWhole(response, bytes);
      const stream = await readStreamed(response, piecesOf(bytes, random));
      const failures: string[] = [];
      const difference = disagreement(whole, stream, false);
      if (difference !== undefined) failures.push(difference);
      if (whole.error !== undefined && wrong === 'nothing') failures.push(`refused: ${show(whole)}`);
      if (whole.error === undefined && wrong !== 'nothing') failures.push(`${wrong}, but accepted: ${show(whole)}`);
      if (!isBeginning(stream, records)) failures.push(`not the records that were meant: ${show(stream)}`);
      return { outcome: whole.error === undefined ? 'items' : 'refused', made: [wrong], failures };
    },
  };
}

function isBeginning({ items, error }: Reading, records: readonly (Record | null)[]): boolean {
  return isDeepStrictEqual(items, error === undefined ? records : records.slice(0, items.length));
}

const WRONG = {
  'a Fault behind it': (text: string): string => text.replace('</SOAP-ENV:Body>', `${FAULT}</SOAP-ENV:Body>`),
  'garbage behind it': (text: string): string => `${text}<x/>`,
  'text in the Body': (text: string): string => text.replace('</SOAP-ENV:Body>', 'x</SOAP-ENV:Body>'),
  'the list stands twice': (text: string): string => text.replace('<description>', '<arGroups/><description>'),
  cut: (text: string): string => text.slice(0, text.lastIndexOf('</SOAP-ENV:Body>')),
  'a dangling reference': (text: string): string =>
    text.replace('</arGroups>', '<item><name href="#none"/></item></arGroups>'),
  'a duplicate id': (text: string): string =>
    text
      .replace('</arGroups>', '<item><name href="#twice"/></item></arGroups>')
      .replace('</SOAP-ENV:Body>', '<m id="twice"/><m id="twice"/></SOAP-ENV:Body>'),
  'a number that is none': (text: string): string =>
    text.replace('</arGroups>', '<item><num_count>x</num_count></item></arGroups>'),
} as const;

function made(random: Random): { text: string; records: readonly (Record | null)[]; wrong: string } {
  const sharing = random.pick([0, 0.1, 0.5]);
  const draft: Draft = { random, sharing, header: '', before: '', after: '', ids: 0, shared: [] };
  const records: (Record | null)[] = [];
  let items = '';
  for (let count = random.below(MAX_RECORDS); count > 0; count--) items += item(draft, records);
  const text = envelopeWith(
    draft.header,
    `${draft.before}<ns1:soap_GetGroupsResponse><result>0</result><arGroups>${items}</arGroups>` +
      `<description>${random.chance(0.5) ? 'fine' : ''}</description></ns1:soap_GetGroupsResponse>${draft.after}`,
  );
  const names = Object.keys(WRONG) as (keyof typeof WRONG)[];
  const wrong = random.chance(0.3) ? random.pick(names) : undefined;
  return { text: wrong === undefined ? text : WRONG[wrong](text), records, wrong: wrong ?? 'nothing' };
}

/** Writes one more item and adds its expected record. */
function item(draft: Draft, records: (Record | null)[]): string {
  const { random, sharing } = draft;
  let position = '';
  if (random.chance(0.02)) {
    const holes = random.below(3);
    for (let hole = 0; hole < holes; hole++) records.push(null);
    position = ` SOAP-ENC:position="[${records.length}]"`;
  }
  if (random.chance(0.03)) {
    records.push(null);
    return `<item${position} xsi:nil="true"/>`;
  }
  const id = `${random.below(1000)}`;
  const name = `Z ${random.below(50)} \u0142`;
  const record: Record = {
    id: random.chance(0.9) ? id : undefined,
    name: random.chance(0.9) ? name : undefined,
    info: undefined,
    num_count: random.chance(0.9) ? random.below(100) : undefined,
  };
  records.push(record);
  const content =
    (record.id === undefined ? '' : field(draft, 'id', record.id)) +
    (record.name === undefined ? '' : field(draft, 'name', record.name)) +
    (random.chance(0.05) ? `<zzz>${random.below(9)}</zzz>` : '') +
    (record.num_count === undefined ? '' : field(draft, 'num_count', `${record.num_count}`));
  return random.chance(sharing) && position === ''
    ? `<item href="#${target(draft, content)}"/>`
    : `<item${position}>${content}</item>`;
}

function field(draft: Draft, name: string, value: string): string {
  const { random, sharing, shared } = draft;
  if (!random.chance(sharing)) return `<${name}>${value}</${name}>`;
  const again = shared.find(([, known]) => known === value);
  if (again !== undefined) return `<${name} href="#${again[0]}"/>`;
  if (random.chance(0.5)) {
    const id = newId(draft);
    shared.push([id, value]);
    return `<${name} id="${id}">${value}</${name}>`;
  }
  const id = target(draft, value);
  shared.push([id, value]);
  return `<${name} href="#${id}"/>`;
}

/** Writes a value elsewhere in the document. @returns its id */
function target(draft: Draft, content: string): string {
  const id = newId(draft);
  const element = `<m id="${id}">${content}</m>`;
  const side = draft.random.pick(['header', 'before', 'after', 'after', 'after'] as const);
  draft[side] = draft.random.chance(0.5) ? draft[side] + element : element + draft[side];
  return id;
}

function newId(draft: Draft): string {
  draft.ids += 1;
  return `i${draft.ids}`;
}

/** Writes a document in a random spelling and encoding. */
function written(text: string, random: Random): { bytes: Buffer; headers: { readonly [name: string]: string } } {
  const isSound = !text.endsWith('<x/>') && text.endsWith('>') && text.includes('</SOAP-ENV:Envelope>');
  const spelled = isSound && random.chance(0.5) ? respell(text, random) : text;
  const blank = random.pick(['', '', '\n', '\r\n \t']);
  switch (random.below(5)) {
    case 0:
      return { bytes: Buffer.from(`${blank}\ufeff${spelled}`, 'utf8'), headers: {} };
    case 1:
      return { bytes: Buffer.from(`\ufeff${blank}${spelled}`, 'utf16le'), headers: {} };
    case 2: {
      const declared = `${blank}<?xml version="1.0" encoding="ISO-8859-2"?>${spelled.replace(/^<\?xml.*?\?>/, '')}`;
      return { bytes: Buffer.from(declared.replaceAll('\u0142', '\u00b3'), 'latin1'), headers: {} };
    }
    default:
      return { bytes: Buffer.from(blank + spelled, 'utf8'), headers: { 'content-type': 'text/xml; charset=utf-8' } };
  }
}
