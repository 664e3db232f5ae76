import { withDerived } from '../redact/derived-secrets.js';

/** A tag of a message that this library has written, and the text behind it. */
const TAG = /<(\/?)([^\s/<>]+)((?:[\s/][^<>]*)?)>([^<]*)/g;

/** Types that are no text: their values cannot be told from any other number. */
const NUMERIC_TYPE = /xsi:type="xsd:(?:boolean|float|double|decimal|\w*(?:int|integer|long|short|byte))"/i;

const REFERENCES: ReadonlyMap<string, string> = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&amp;', '&'],
  ['&#13;', '\r'],
]);

/**
 * The texts of a request, as they were sent: whatever has become of the caller's objects since then.
 *
 * @param body - an envelope that this library has written
 * @returns first what stands in fields, where the credentials are, with what a server may derive from it; then the
 *   items of lists
 */
export function* textsOfRequest(body: Uint8Array): Iterable<string> {
  const envelope = Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8');
  for (const text of texts(envelope, false)) yield* withDerived(text);
  yield* texts(envelope, true);
}

/** The texts that stand in lists, or those that do not. */
function* texts(envelope: string, inLists: boolean): Iterable<string> {
  let lists = 0;
  for (const [, close, name, attributes = '', text = ''] of envelope.matchAll(TAG)) {
    if (name === 'item' && !attributes.endsWith('/')) lists += close === '' ? 1 : -1;
    if (text.trim() === '' || lists > 0 !== inLists || NUMERIC_TYPE.test(attributes)) continue;
    yield text.replace(/&[^&;]*;/g, (reference) => REFERENCES.get(reference) ?? reference);
  }
}
