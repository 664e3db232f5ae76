import { type NotifySignature, signatureIn, withoutSegment } from '../../../domain/notify-url/signature.js';
import type { ArrivedCallback } from '../../reading/arrived.js';
import type { AddressList } from './addresses.js';
import { callerOf } from './caller.js';
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
