import type { ArrivedCallback } from '../../reading/arrived.js';
import { type AddressList, type IpAddress, ipAddress } from './addresses.js';

/**
 * Finds the address of the caller: that of the socket's peer, or, where the peer is a proxy that is trusted, the one
 * that it names last in `X-Forwarded-For`; where that is a trusted proxy, too, the one before it, and so on. What
 * stands further to the left anybody may have written.
 *
 * @returns `undefined` where the peer is not known, or what a trusted proxy names is no address
 */
export function callerOf(
  { peer, header }: Pick<ArrivedCallback, 'peer' | 'header'>,
  trusted: AddressList | undefined,
): IpAddress | undefined {
  // Link-local peers are told with the zone of their interface.
  let caller = ipAddress((peer ?? '').split('%', 1)[0] ?? '');
  if (trusted === undefined) return caller;
  const named = header('x-forwarded-for')?.split(',') ?? [];
  while (caller !== undefined && named.length > 0 && trusted.has(caller)) {
    caller = ipAddress((named.pop() as string).trim());
  }
  return caller;
}
