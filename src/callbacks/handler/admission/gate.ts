import { type NotifySignature, signatureIn, withoutSegment } from '../../../domain/sending/notify-url.js';
import type { ArrivedCallback } from '../../reading/arrived.js';
import { type AddressList, type IpAddress, ipAddress } from './addresses.js';
import type { SecretCheck } from './secret.js';
import type { SignatureKeys } from './signed-reports.js';

interface GateOptions {
  readonly allowedAddresses: AddressList | undefined;
  readonly trustedProxies: AddressList | undefined;
  readonly secret: SecretCheck | undefined;
}

type RefusedBecause = 'address' | 'secret' | 'signature';

export type Admission =
  | { readonly refused: RefusedBecause }
  | {
      readonly refused?: undefined;
      readonly isKnown: boolean;
      readonly signature: NotifySignature | undefined;
    };

export function admit(
  arrived: Pick<ArrivedCallback, 'path' | 'query' | 'peer' | 'header'>,
  { allowedAddresses, trustedProxies, secret }: GateOptions,
  signatures: SignatureKeys | undefined,
): Admission {
  if (allowedAddresses !== undefined) {
    const caller = callerOf(arrived, trustedProxies);
    if (caller === undefined || !allowedAddresses.has(caller)) return { refused: 'address' };
  }
  if (secret === undefined && signatures === undefined) return { isKnown: true, signature: undefined };
  const { path, query } = arrived;
  // `URLSearchParams` removes a leading question mark.
  const parameters = [...new URLSearchParams(`&${query}`)];
  const signature = signatures && signatureIn(path, parameters);
  const isOpen = allowedAddresses !== undefined || signatures === undefined;
  // In a path, the signature follows the secret.
  const isKnown = secret === undefined ? isOpen : secret.isIn(signatures ? withoutSegment(path) : path, parameters);
  if (!isKnown && (signature === undefined || signatures === undefined)) {
    return { refused: secret === undefined ? 'signature' : 'secret' };
  }
  return { isKnown, signature };
}

/**
 * Finds the address of the caller: the peer of the socket, or, if the peer is a trusted proxy, the last address in
 * `X-Forwarded-For` that is not a trusted proxy. Addresses before it can be forged.
 */
function callerOf(
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
