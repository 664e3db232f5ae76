import { type NotifySignature, signatureIn, withoutSegment } from '../../../domain/sending/notify-url.js';
import type { ArrivedCallback } from '../../reading/arrived.js';
import { type AddressList, type IpAddress, ipAddress } from './addresses.js';
import type { SecretCheck } from './secret.js';
import type { SignatureKeys } from './signed-reports.js';

/** The settings that decide who may call. */
export interface GateSettings {
  readonly allowedAddresses: AddressList | undefined;
  readonly trustedProxies: AddressList | undefined;
  readonly secret: SecretCheck | undefined;
  /** `undefined` where addresses are not signed. */
  readonly signatures: SignatureKeys | undefined;
}

/** The reason why a caller is not let in. */
type NotLetIn = 'address' | 'secret' | 'signature';

export type Admission =
  | { readonly refused: NotLetIn }
  | {
      readonly refused?: undefined;
      readonly isKnown: boolean;
      /** The signature of the address, which has yet to be held against the reports. */
      readonly signature: NotifySignature | undefined;
    };

/** Decides, before anything is read, whether a request is let in. */
export function admit(
  arrived: Pick<ArrivedCallback, 'path' | 'query' | 'peer' | 'header'>,
  { allowedAddresses, trustedProxies, secret, signatures }: GateSettings,
): Admission {
  if (allowedAddresses !== undefined) {
    const caller = callerOf(arrived, trustedProxies);
    if (caller === undefined || !allowedAddresses.has(caller)) return { refused: 'address' };
  }
  const { path, query } = arrived;
  // A question mark at the beginning would be taken away.
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
 *
 * @returns `undefined` if the peer is unknown, or a trusted proxy names something that is not an address
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
