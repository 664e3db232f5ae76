import type { Plan } from './plan.js';

/** What the process of the gateway and the proxy is told when it is started. */
export interface GatewayArguments extends Plan {
  readonly calls: number;
}

/** What it tells when it is ready. */
export interface Ready {
  readonly url: string;
}

/** What the gateway and the proxy saw. */
export interface Report {
  /** For each call, how many requests of it came to the proxy whole. */
  readonly requests: Uint8Array;
  /** For each call, how many of them were given to the gateway whole. */
  readonly passed: Uint8Array;
  /** For each call that changes something, how often it was carried out. */
  readonly carriedOut: Float64Array;
  /** Requests that broke off before it could be seen what call they belonged to. */
  readonly fragments: number;
  /** Connections of clients that are still open. */
  readonly open: number;
  /** How busy the process was, from 0 to 1. */
  readonly utilization: number;
}
