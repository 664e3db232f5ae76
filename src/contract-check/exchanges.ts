import { ValidationError } from '../errors/errors.js';
import type { DriftFinder } from '../replay/contract/drift.js';
import { NO_ADDRESS } from '../replay/har/har.js';
import { PROTOCOLS } from '../replay/protocols.js';
import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.js';

export class ComparingTransport implements Transport {
  readonly #inner: Transport;
  readonly #finder: DriftFinder;
  #compared = 0;

  constructor(inner: Transport, finder: DriftFinder) {
    this.#inner = inner;
    this.#finder = finder;
  }

  takeCompared(): number {
    const compared = this.#compared;
    this.#compared = 0;
    return compared;
  }

  needsNoWait(request: TransportRequest): boolean | Promise<boolean> {
    return this.#inner.needsNoWait?.(request) ?? false;
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const response = await this.#inner.send(request);
    const body = await readBody(response);
    if (await this.#isOfContract(request, response, body)) this.#compared += 1;
    return { ...response, body };
  }

  async #isOfContract(
    request: TransportRequest,
    { status, headers }: TransportResponse,
    body: Uint8Array,
  ): Promise<boolean> {
    const { method, target = '', body: sent = '' } = request;
    if (!(typeof sent === 'string' || sent instanceof Uint8Array)) return false;
    const recorded = { status, headers, text: Buffer.from(body).toString('base64'), encoding: 'base64' } as const;
    try {
      const recordedRequest = await PROTOCOLS.read({
        method,
        url: NO_ADDRESS + target,
        headers: request.headers,
        body: sent,
      });
      return recordedRequest.contract.findDrift(recorded, recordedRequest, '', this.#finder);
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      return false;
    }
  }
}

async function readBody({ body }: TransportResponse): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body;
  if (body.bytes !== undefined) return body.bytes();
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}
