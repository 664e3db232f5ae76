import type { Codec } from '../decoder/codec.js';
import { lazy } from './lazy.js';

/**
 * Makes a codec when it is first needed: a service of hundreds of types is loaded without making the codecs of those
 * that a program never calls for.
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
