import type { Plan } from './plan.js';

/** The arguments of the process with the gateway and the proxy. */
export interface GatewayArguments extends Plan {
  readonly calls: number;
}

/** Its message when it is ready. */
export interface Ready {
  readonly url: string;
}

/** The observations of the gateway and the proxy. */
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
