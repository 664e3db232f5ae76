/** The record of one request and its response. */
export interface Exchange {
  /** Which connection of the client carried it, from 1. */
  readonly connection: number;
  /** Whether an earlier request had used the connection. */
  readonly isReused: boolean;
  /** The call, if the plan knows it. */
  call: number | undefined;
  /** Bytes of the request that came from the client. */
  received: number;
  /** Bytes of the request that were given to the gateway. */
  forwarded: number;
  /** Whether the gateway was given the request to its last byte. */
  isWhole: boolean;
  /** Bytes that the gateway answered. */
  answered: number;
  /** Bytes that the client was given. */
  returned: number;
}

export function newExchange(connection: number, isReused: boolean): Exchange {
  return {
    connection,
    isReused,
    call: undefined,
    received: 0,
    forwarded: 0,
    isWhole: false,
    answered: 0,
    returned: 0,
  };
}
