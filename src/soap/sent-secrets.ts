import { withDerived } from '../redact/derived-secrets.js';

const TAG = /<(\/?)([^\s/<>]+)((?:[\s/][^<>]*)?)>([^<]*)/g;

const NUMERIC_TYPE = /xsi:type="xsd:(?:boolean|float|double|decimal|\w*(?:int|integer|long|short|byte))"/i;

const REFERENCES: ReadonlyMap<string, string> = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&amp;', '&'],
  ['&#13;', '\r'],
]);

/**
 * Returns the texts of a request: first those of fields (with the credentials) and values derived from them, then list
 * items.
 */
export function* textsOfRequest(body: Uint8Array): Iterable<string> {
  const envelope = Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8');
  for (const text of texts(envelope, false)) yield* withDerived(text);
  yield* texts(envelope, true);
}

/** Returns the texts inside lists, or those outside of lists. */
function* texts(envelope: string, inLists: boolean): Iterable<string> {
  let lists = 0;
  for (const [, close, name, attributes = '', text = ''] of envelope.matchAll(TAG)) {
    if (name === 'item' && !attributes.endsWith('/')) lists += close === '' ? 1 : -1;
    if (text.trim() === '' || lists > 0 !== inLists || NUMERIC_TYPE.test(attributes)) continue;
    yield text.replace(/&[^&;]*;/g, (reference) => REFERENCES.get(reference) ?? reference);
  }
}
