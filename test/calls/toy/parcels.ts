import {
  completeResponse,
  refuseEmptyBody,
  refuseRedirect,
  unexpectedResponse,
} from '../../../src/calls/attempts/response.js';
import type { Decode } from '../../../src/calls/call.js';
import { CALLS_OPTIONS, type CallOptions, type CallsOptions } from '../../../src/calls/call-options.js';
import { Calls } from '../../../src/calls/calls.js';
import type { RequestBodySource } from '../../../src/calls/index.js';
import { ConflictError, DecodeError } from '../../../src/errors/errors.js';
import { parseContentType } from '../../../src/http-message/content-type.js';
import { FORM, writeForm } from '../../../src/http-message/form.js';
import { textsOfHead } from '../../../src/http-message/head-secrets.js';
import { readOptions } from '../../../src/options/table.js';
import { redact } from '../../../src/redact/redact.js';

/** An accepted order, possibly accepted for an earlier attempt of the same call. */
export interface Order {
  readonly id: string | undefined;
  readonly alreadyAccepted: boolean;
}

/** The response to an order that was accepted before. */
const ALREADY_DONE = 'ERROR:53';

/** A client of an invented service with lines of text over HTTP. It uses `src/calls/` and no SOAP. */
export class ParcelClient {
  readonly #calls: Calls;
  readonly #token: string;

  constructor({ token, ...options }: CallsOptions & { readonly token: string }) {
    this.#calls = Calls.of(readOptions(options, CALLS_OPTIONS));
    this.#token = token;
  }

  /** The name of the account. */
  profile(options: CallOptions = {}): Promise<string> {
    return this.#calls.call({ name: 'profile', idempotent: true }, options, (call) =>
      call.run({ method: 'GET', target: 'profile', headers: this.#headers() }, this.#lines('profile', textOf)),
    );
  }

  /**
   * Orders a parcel. The service accepts each number once. If it reports a repeated number, this call placed the order
   * only if an earlier attempt has an unknown outcome.
   */
  order(number: string, what: string, options: CallOptions = {}): Promise<Order> {
    const body = writeForm([
      ['number', number],
      ['what', what],
    ]);
    const headers = { ...this.#headers(), 'content-type': FORM };
    return this.#calls.call({ name: 'order', idempotent: true }, options, (call) =>
      call.run(
        { method: 'POST', target: 'order.do', headers, body },
        this.#lines('order', (line, earlier) => {
          const mayBeOurs = earlier.some(({ outcome }) => outcome === 'unknown');
          if (line === ALREADY_DONE && mayBeOurs) return { id: undefined, alreadyAccepted: true };
          return { id: textOf(line), alreadyAccepted: false };
        }),
      ),
    );
  }

  /** Uploads a picture of a parcel. */
  upload(name: string, picture: RequestBodySource, options: CallOptions = {}): Promise<string> {
    const target = `pictures/upload?name=${encodeURIComponent(name)}`;
    return this.#calls.call({ name: 'upload', idempotent: true }, options, (call) =>
      call.run({ method: 'POST', target, headers: this.#headers(), body: picture }, this.#lines('upload', textOf)),
    );
  }

  close(): Promise<void> {
    return this.#calls.close({});
  }

  #headers(): Readonly<Record<string, string>> {
    return { accept: 'text/plain', authorization: `Bearer ${this.#token}` };
  }

  #lines<R>(operation: string, read: (line: string, earlier: Parameters<Decode<R>>[2]) => R): Decode<R> {
    return async (response, request, earlier) => {
      const source = { secrets: () => textsOfHead(response.sent ?? request) };
      refuseRedirect(response, operation, source);
      const { status, headers, body } = await completeResponse(response, operation);
      refuseEmptyBody(response, body, operation, source);
      const text = Buffer.from(body).toString('utf8');
      if (status !== 200 || parseContentType(headers['content-type']).mediaType !== 'text/plain') {
        throw unexpectedResponse(response, 'no line of text', redact(text, source.secrets()), operation, source);
      }
      return { value: read(text, earlier), status, bytes: body.length };
    };
  }
}

/** @throws ConflictError with the outcome `rejected` */
function textOf(line: string): string {
  if (line === ALREADY_DONE) {
    const [result, code, outcome] = [53, 'CONFLICT', 'rejected'] as const;
    throw new ConflictError({ result, description: line, hint: '', code, outcome, retryable: false });
  }
  const [, text] = /^OK:(.*)$/.exec(line) ?? [];
  if (text === undefined) throw new DecodeError(`is no success: ${line}`);
  return text;
}
