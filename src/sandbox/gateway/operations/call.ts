import type { Account } from '../store/account.js';

/** What the gateway itself decides, not an account. */
export interface GatewaySettings {
  readonly clock: () => Date;
  readonly nextId: () => string;
  readonly pricePerPart: number;
  readonly responseForm: 'id' | 'ok';
  readonly duplicateNumbers: 'keep' | 'refuse';
}

/** One call of an operation whose credentials were right. */
export interface Call {
  readonly account: Account;
  readonly settings: GatewaySettings;
  /** The address that the request came from. */
  readonly address: string;
  /** The time of the call in milliseconds since 1970: one moment, however long it takes. */
  readonly nowMs: number;
}
