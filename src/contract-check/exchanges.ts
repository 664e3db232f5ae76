import { type CompleteResponse, completeResponse } from '../calls/attempts/response.js';
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
    const response = await completeResponse(await this.#inner.send(request), request.operation);
    if (await this.#isOfContract(request, response)) this.#compared += 1;
    return response;
  }

  async #isOfContract(request: TransportRequest, { status, headers, body }: CompleteResponse): Promise<boolean> {
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
