export const HAR_VERSION = '1.2';

export const CASSETTE_VERSION = 3;

export const PRIVATE_KINDS = ['numbers', 'names', 'texts'] as const;

export type PrivateKind = (typeof PRIVATE_KINDS)[number];

export interface PrivacyMark {
  readonly kinds: readonly PrivateKind[];
  readonly key: string;
}

export const NO_ADDRESS = 'http://gateway.invalid/';
