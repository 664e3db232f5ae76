import type { NotKept, RecordedFailure } from './recording.js';

/** The version of HAR that cassettes use. */
export const HAR_VERSION = '1.2';

export const CASSETTE_VERSION = 3;

/** The kinds of values that pseudonyms can replace. */
export const PRIVATE_KINDS = ['numbers', 'names', 'texts'] as const;

/** One of {@link PRIVATE_KINDS}. */
export type PrivateKind = (typeof PRIVATE_KINDS)[number];

export interface PrivacyMark {
  readonly kinds: readonly PrivateKind[];
  /** A hash of the key, to distinguish keys. */
  readonly key: string;
  /** The key derivation function, which is slow. Absent in version 1, which used the key without derivation. */
  readonly derivation?: 'scrypt' | undefined;
}

export const NO_ADDRESS = 'http://gateway.invalid/';

/** A header or query parameter in HAR. */
export interface HarPair {
  readonly name: string;
  readonly value: string;
}

/** A HAR 1.2 entry in a cassette. Names with an underscore are extensions of this library. */
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
