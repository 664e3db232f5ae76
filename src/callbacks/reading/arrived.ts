import type { CallbackError } from '../../errors/incoming-error.js';
import type { FormFields } from '../../http-message/form.js';
import type { CallbackLimits } from '../body/limits.js';
import type { CallbackEvent, CallbackFile, CallbackKind } from '../description/events.js';
import type { EventKey } from '../stores/store.js';

export interface ArrivedCallback {
  /** In capital letters. */
  readonly method: string;
  /** The path as it was sent. */
  readonly path: string;
  /** The text after the `?`; empty if there is none. */
  readonly query: string;
  /** The value of a header; several of one name are joined as HTTP says. @param name - in lower case */
  header(name: string): string | undefined;
  /** The address of the socket's peer; `undefined` if it is unknown. */
  readonly peer: string | undefined;
  readonly body: ArrivedBody;
}

/** The body of a request. */
export type ArrivedBody =
  /** Not read yet. A missing body is an empty stream. */
  | { readonly kind: 'stream'; readonly stream: AsyncIterable<Uint8Array> }
  /** A parser was there first, as `express.urlencoded()` is; `files` are those of multer. */
  | { readonly kind: 'parsed'; readonly value: unknown; readonly files?: unknown }
  /** Already read by other code, and its content is lost. */
  | { readonly kind: 'consumed' };

/** The ways in which requests to an address are read. */
export interface ReadingSettings {
  /** The only kind of callback that the address receives; `undefined` to detect it by the field names. */
  readonly kind: CallbackKind | undefined;
  readonly limits: CallbackLimits;
  /** The folder for files; `undefined` to keep them in memory. */
  readonly filesFolder: string | undefined;
  /** The parameters of the address's own query, which are no fields: the secret, a signature. */
  readonly ownParameters: ReadonlySet<string>;
  /** Gives the signal that ends the reading; asked for a body alone. */
  readonly getSignal: () => AbortSignal;
}

/** An event that was read. */
export interface ReadEvent {
  readonly event: CallbackEvent;
  readonly key: EventKey;
}

/** A callback that was read. */
export type ReadCallback =
  /** The request that checks an address when it is saved. */
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

/** The internal signal that a callback does not fit, with all of it that a program may want to see. */
export class Unreadable extends Error {
  override readonly name: string = 'Unreadable';
  readonly error: CallbackError;
  readonly raw: RawCallback;
  readonly filesDigest: string;
  /** Removes its files; nothing is done for those that are not there any more. */
  readonly removeFiles: () => Promise<void>;

  constructor(error: CallbackError, raw: RawCallback, filesDigest: string, removeFiles: () => Promise<void>) {
    super(error.message, { cause: error });
    this.error = error;
    this.raw = raw;
    this.filesDigest = filesDigest;
    this.removeFiles = removeFiles;
  }
}
