import { array } from '../../src/soap/codecs/array.js';
import { int, string } from '../../src/soap/codecs/scalars.js';
import { struct } from '../../src/soap/codecs/struct.js';
import { DEFAULT_LIMITS, type DecodeSettings } from '../../src/soap/decoder/limits.js';
import { APACHE_SOAP, SOAP_ENCODING, SOAP_ENVELOPE, XSI } from '../../src/soap/decoder/names.js';
import { operation, service } from '../../src/soap/messages/operation.js';
import type { ItemStream } from '../../src/soap/stream/item-batch.js';
import { readResponseItems } from '../../src/soap/stream/response-stream.js';
import type { TransportResponse } from '../../src/transport/transport.js';

interface Item {
  readonly n?: number | null | undefined;
  readonly s?: string | null | undefined;
}

/** The content of the response to `list`. */
interface Listed {
  readonly result?: number | null | undefined;
  readonly items: readonly (Item | null)[];
  readonly note?: string | null | undefined;
}

const list = operation<object, Listed>({
  name: 'list',
  namespace: 'urn:t',
  soapAction: '',
  input: {},
  output: { result: int, items: array('t:Items', struct<Item>('t:Item', { n: int, s: string })), note: string },
});
const lists = service({ name: 'Lists', namespaces: { t: 'urn:t' }, operations: { list } });

/** 307 bytes of white space, which make a document long enough to be read from its first piece. */
const PAD: string = `<!--${'p'.repeat(300)}-->`;

/** The text before and after the children of a Body. */
export const HEAD: string =
  `${PAD}<S:Envelope xmlns:S="${SOAP_ENVELOPE}" xmlns:enc="${SOAP_ENCODING}" xmlns:xsi="${XSI}"` +
  ` xmlns:ap="${APACHE_SOAP}"><S:Body>`;
export const TAIL = '</S:Body></S:Envelope>';

export interface Reading {
  /** The numbers of the items of each batch. */
  readonly batches: readonly (readonly (number | null | undefined)[])[];
  /** How many pieces were requested before each batch. */
  readonly pulled: readonly number[];
  /** The arguments of `wants`. */
  readonly soFar: readonly Listed[];
  /** The argument of `accept`. */
  readonly judged: Listed | undefined;
  readonly error: unknown;
  /** Whether the iterator of the pieces was closed at the end. */
  readonly isClosed: boolean;
}

interface Settings {
  readonly response?: Partial<TransportResponse>;
  readonly limits?: Partial<DecodeSettings>;
  readonly stream?: Partial<ItemStream<Listed, unknown>>;
  /** How many batches are read. */
  readonly batches?: number;
}

/** Reads the items of a response that arrives in pieces. */
export async function readItems(
  pieces: Iterable<string | Uint8Array>,
  { response, limits, stream, batches: most = Number.POSITIVE_INFINITY }: Settings = {},
): Promise<Reading> {
  let count = 0;
  let isClosed = false;
  async function* body(): AsyncGenerator<Uint8Array> {
    try {
      for (const piece of pieces) {
        count += 1;
        yield Buffer.from(piece);
      }
    } finally {
      isClosed = true;
    }
  }
  const batches: (number | null | undefined)[][] = [];
  const pulled: number[] = [];
  const soFar: Listed[] = [];
  let judged: Listed | undefined;
  let error: unknown;
  const context = {
    shared: { service: lists, limits: { ...DEFAULT_LIMITS, ...limits } },
    operation: list,
    secrets: () => ['correct horse'],
  };
  const reading = readResponseItems<Listed, { readonly item: unknown }>(
    { status: 200, headers: {}, body: body(), ...response },
    context,
    {
      part: 'items',
      wants: (output) => {
        soFar.push({ ...output });
        return true;
      },
      convert: (item) => ({ item }),
      accept: (output) => {
        judged = output;
      },
      ...(stream as object),
    },
  );
  try {
    for await (const batch of reading) {
      batches.push(batch.map(({ item }) => (item as Item | null)?.n ?? null));
      pulled.push(count);
      if (batches.length >= most) break;
    }
  } catch (thrown) {
    error = thrown;
  }
  return { batches, pulled, soFar, judged, error, isClosed };
}

/** The numbers of all items. */
export async function numbersOf(pieces: Iterable<string | Uint8Array>, settings?: Settings): Promise<unknown[]> {
  const { batches, error } = await readItems(pieces, settings);
  if (error !== undefined) throw error;
  return batches.flat();
}
