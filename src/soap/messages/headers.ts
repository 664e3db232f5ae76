import { at, Problem } from '../../errors/problem.js';
import { type Codec, writeElement } from '../decoder/codec.js';
import type { Message, MessageHeaders, Operation } from './operation.js';

/** A header: its namespace and the codec of its value. */
export interface Header<T> {
  readonly namespace: string;
  readonly codec: Codec<T>;
}

type Headers<T> = T extends { readonly $headers?: infer H } ? NonNullable<H> : never;

type HeaderTable<T> = { readonly [K in keyof Headers<T>]-?: Header<NonNullable<Headers<T>[K]>> };

/**
 * Defines a header of a message.
 *
 * @example
 * ```ts
 * import { type Header, header, string } from 'sms-service-client/soap';
 *
 * const session: Header<string> = header('urn:sessions', string);
 * ```
 */
export function header<T>(namespace: string, codec: Codec<T>): Header<T> {
  return { namespace, codec };
}

/**
 * Adds headers to an operation. `$headers` of the input contains the request headers, `$headers` of the output the
 * response headers. All headers are optional.
 *
 * @example
 * ```ts
 * import { header, type Operation, operation, string, withHeaders } from 'sms-service-client/soap';
 *
 * interface Open {
 *   readonly $headers?: { readonly session?: string | null | undefined } | undefined;
 * }
 * interface Opened {
 *   readonly $headers: { readonly session?: string | null | undefined };
 * }
 * const open: Operation<Open, Opened> = withHeaders(
 *   operation({ name: 'open', namespace: 'urn:sessions', soapAction: '', input: {}, output: {} }),
 *   { input: { session: header('urn:sessions', string) }, output: { session: header('urn:sessions', string) } },
 * );
 * ```
 */
export function withHeaders<I, O>(
  operation: NoInfer<Operation<Omit<I, '$headers'>, Omit<O, '$headers'>>>,
  headers: NoInfer<{ readonly input: HeaderTable<I>; readonly output: HeaderTable<O> }>,
): Operation<I, O> {
  const made = {
    ...operation,
    input: withoutHeaders(operation.input),
    output: withoutHeaders(operation.output),
    headers: { input: messageHeaders(headers.input), output: messageHeaders(headers.output) },
  };
  return made as unknown as Operation<I, O>;
}

function withoutHeaders<T>(message: Message<T>): Message<T> {
  const parts = (value: T): T => {
    if (typeof value !== 'object' || value === null) return value;
    const { $headers: _, ...rest } = value as T & { readonly $headers?: unknown };
    return rest as T;
  };
  return {
    ...message,
    writeParts: (value) => message.writeParts(parts(value)),
    write: (name, value) => message.write(name, parts(value)),
  };
}

function messageHeaders(table: object): MessageHeaders | undefined {
  const headers = new Map(Object.entries<Header<unknown>>(table as Readonly<Record<string, Header<unknown>>>));
  if (headers.size === 0) return undefined;
  return {
    write: (value, prefixes) => {
      const input = (value as { readonly $headers?: unknown } | null)?.$headers ?? {};
      if (typeof input !== 'object') throw at('$headers', new Problem('must be an object'));
      return Object.entries<unknown>(input as Readonly<Record<string, unknown>>)
        .map(([name, one]) => written(name, headers.get(name), one, prefixes))
        .join('');
    },
    read: (decoder, { local }, found) => {
      const known = headers.get(local);
      if (known === undefined || found[local] !== undefined) return false;
      try {
        found[local] = decoder.value(known.codec);
        return true;
      } catch (error) {
        throw at('$headers', at(local, error));
      }
    },
  };
}

function written(
  name: string,
  known: Header<unknown> | undefined,
  value: unknown,
  prefixes: ReadonlyMap<string, string>,
): string {
  try {
    if (known === undefined) throw new Problem('is not a header of this operation');
    const prefix = prefixes.get(known.namespace);
    return writeElement(known.codec, prefix === undefined ? name : `${prefix}:${name}`, value);
  } catch (error) {
    throw at('$headers', at(name, error));
  }
}
