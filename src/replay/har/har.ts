import type { NotKept, RecordedFailure } from './recording.js';

/** The version of HAR that cassettes are written in. */
export const HAR_VERSION = '1.2';

/** The version of what this library adds to HAR, in `log._cassette`. */
export const CASSETTE_VERSION = 3;

/** The kinds of values that may be replaced by pseudonyms. */
export const PRIVATE_KINDS = ['numbers', 'names', 'texts'] as const;

/** One of {@link PRIVATE_KINDS}. */
export type PrivateKind = (typeof PRIVATE_KINDS)[number];

/** The pseudonyms of a cassette, in `log._privacy`; absent where there are none. */
export interface PrivacyMark {
  readonly kinds: readonly PrivateKind[];
  /** Tells keys apart: a hash of the key. */
  readonly key: string;
  /** The derivation of the key, which is slow; absent in version 1, which used the key as it was given. */
  readonly derivation?: 'scrypt' | undefined;
}

/** HAR wants an address; the real one is never stored. The path below it stands behind this. */
export const NO_ADDRESS = 'http://gateway.invalid/';

/** A header or a parameter of a query in HAR. */
export interface HarPair {
  readonly name: string;
  readonly value: string;
}

/** An entry of HAR 1.2, as it is written here. Names with an underscore are this library's own. */
export interface HarEntry {
  readonly _track?: string | undefined;
  readonly _account?: string | undefined;
  readonly _unfinished?: true | undefined;
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly httpVersion: string;
    readonly cookies: readonly never[];
    readonly headers: readonly HarPair[];
    readonly queryString: readonly HarPair[];
    readonly postData?: { readonly mimeType: string; readonly text: string } | undefined;
    readonly headersSize: number;
    readonly bodySize: number;
  };
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly httpVersion: string;
    readonly cookies: readonly never[];
    readonly headers: readonly HarPair[];
    readonly content: {
      readonly size: number;
      readonly mimeType: string;
      readonly text: string;
      readonly encoding?: 'base64' | undefined;
    };
    readonly redirectURL: string;
    readonly headersSize: number;
    readonly bodySize: number;
    readonly _failure?: RecordedFailure | undefined;
    readonly _notKept?: NotKept | undefined;
  };
  readonly cache: Record<string, never>;
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
}
