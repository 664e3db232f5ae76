import type { NotKept, RecordedFailure } from './recording.js';

export const HAR_VERSION = '1.2';

export const CASSETTE_VERSION = 3;

export const PRIVATE_KINDS = ['numbers', 'names', 'texts'] as const;

export type PrivateKind = (typeof PRIVATE_KINDS)[number];

export interface PrivacyMark {
  readonly kinds: readonly PrivateKind[];
  readonly key: string;
  readonly derivation?: 'scrypt' | undefined;
}

export const NO_ADDRESS = 'http://gateway.invalid/';

export interface HarPair {
  readonly name: string;
  readonly value: string;
}

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
