import type { Codec } from '../decoder/codec.js';
import { lazy } from './lazy.js';

/**
 * Creates a codec on first use. A service with hundreds of types loads without creating the codecs that a program never
 * uses.
 *
 * @example
 * ```ts
 * import { later, type StructCodec, string, struct } from 'sms-service-client/soap';
 *
 * const GroupCodec: StructCodec<{ name: string }> = later(() => struct('ns1:Group', { name: string }));
 * ```
 */
export function later<T>(make: () => Codec<T>): Codec<T> {
  let made: Codec<T> | undefined;
  return lazy(() => (made ??= make()));
}
