import type { CallbackError } from '../../errors/incoming-error.js';
import type { FormFields } from '../../http-message/form.js';
import type { CallbackLimits } from '../body/limits.js';
import type { CallbackEvent, CallbackFile, CallbackKind } from '../description/events.js';
import type { EventKey } from '../stores/store.js';

export interface ArrivedCallback {
  readonly method: string;
  readonly path: string;
  /** The text after the `?`; empty if there is none. */
  readonly query: string;
  /** The value of a header; several of one name are joined as HTTP says. @param name - in lower case */
  header(name: string): string | undefined;
  readonly peer: string | undefined;
  readonly body: ArrivedBody;
}

/** Returns the value of a header, whose name may be in any case; several values are joined. @param name - in lower case */
export function headerValue(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  name: string,
): string | undefined {
  const values = Object.entries(headers).flatMap(([key, value = []]) => (key.toLowerCase() === name ? value : []));
  return values.length === 0 ? undefined : values.join(', ');
}

export type ArrivedBody =
  | { readonly kind: 'stream'; readonly stream: AsyncIterable<Uint8Array> }
  | { readonly kind: 'parsed'; readonly value: unknown; readonly hasFiles: boolean }
  /** Already read by other code, and its content is lost. */
  | { readonly kind: 'consumed' };

export interface ReadingSettings {
  readonly kind: CallbackKind | undefined;
  readonly limits: CallbackLimits;
  readonly filesFolder: string | undefined;
  readonly ownParameters: ReadonlySet<string>;
  readonly getSignal: () => AbortSignal;
}

export interface ReadEvent {
  readonly event: CallbackEvent;
  readonly key: EventKey;
}

export type ReadCallback =
  | { readonly kind: 'probe' }
  | {
      readonly kind: 'events';
      readonly events: readonly ReadEvent[];
      removeFiles(): Promise<void>;
    };

/** A request that does not match the specification. It can contain texts and telephone numbers. */
export interface RawCallback {
  /** In capital letters. */
  readonly method: string;
  /** Without the parameters of the address itself: the secret, the signature. */
  readonly query: string;
  /** The header `Content-Type`; empty if it is missing. */
  readonly contentType: string;
  /** The fields, as far as they could be read, in their order. */
  readonly fields: FormFields;
  /** The body of a form as it was sent; `undefined` if there is none, or if it has files. */
  readonly body: Uint8Array | undefined;
  /** The files, as far as they could be read. Those in a folder are removed when `onInvalid` has ended. */
  readonly files: readonly CallbackFile[];
}

export class Unreadable extends Error {
  override readonly name: string = 'Unreadable';
  readonly error: CallbackError;
  readonly raw: RawCallback;
  readonly removeFiles: () => Promise<void>;

  constructor(error: CallbackError, raw: RawCallback, removeFiles: () => Promise<void>) {
    super(error.message, { cause: error });
    this.error = error;
    this.raw = raw;
    this.removeFiles = removeFiles;
  }
}
