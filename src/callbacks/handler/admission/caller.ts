import type { ArrivedCallback } from '../../reading/arrived.js';
import { type AddressList, type IpAddress, ipAddress } from './addresses.js';

/**
 * Finds the address of the caller: the peer of the socket, or, if the peer is a trusted proxy, the last address in
 * `X-Forwarded-For` that is not a trusted proxy. Addresses before it can be forged.
 *
 * @returns `undefined` if the peer is unknown, or a trusted proxy names something that is not an address
 */
export function callerOf(
  { peer, header }: Pick<ArrivedCallback, 'peer' | 'header'>,
  trusted: AddressList | undefined,
): IpAddress | undefined {
  // A link-local address includes the zone of its interface.
  let caller = ipAddress((peer ?? '').split('%', 1)[0] ?? '');
  if (trusted === undefined) return caller;
  const named = header('x-forwarded-for')?.split(',') ?? [];
  while (caller !== undefined && named.length > 0 && trusted.has(caller)) {
    caller = ipAddress((named.pop() as string).trim());
  }
  return caller;
}
