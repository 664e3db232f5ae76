import { at, Problem } from '../../errors/problem.js';
import { invalid } from '../../options/check.js';
import { escapeAttribute } from '../../xml/escape.js';
import { atOnce, type Steps } from '../../xml/reading-time.js';
import type { StartTag } from '../../xml/tag.js';
import { type FieldCodecs, FieldTable } from '../codecs/struct.js';
import type { Codec, ValueReader } from '../decoder/codec.js';
import { readUnderOtherNames } from './other-names.js';

/** The version of the runtime for generated code. Code generated for earlier versions also works. */
const RUNTIME = 1;

/** The WSDL definition of one operation. */
export interface OperationDefinition<I, O> {
  /** The name in the WSDL, also the name of the request's wrapper element. */
  readonly name: string;
  /** The namespace of the wrapper elements. */
  readonly namespace: string;
  readonly soapAction: string;
  /** The parts of the input message, in order. */
  readonly input: FieldCodecs<I>;
  /** The parts of the output message, in order. */
  readonly output: FieldCodecs<O>;
  /**
   * Accepts other names for all parts of a response, and a nil response without parts. By default, only the first part
   * may have another name (SOAP 1.1 section 7.1).
   */
  readonly acceptsOtherNames?: boolean | undefined;
}

/** The headers of one direction of an operation. */
export interface MessageHeaders {
  /** Writes the headers in `$headers` of a value. @param prefixes - by namespace */
  write(value: unknown, prefixes: ReadonlyMap<string, string>): string;
  /** Reads a header if it is known. @returns true if it was read */
  read(decoder: ValueReader, tag: StartTag, found: Record<string, unknown>): boolean;
}

/** One operation in both directions. A client writes the input and reads the output; a server does the reverse. */
export interface Operation<I, O> {
  readonly name: string;
  readonly namespace: string;
  readonly soapAction: string;
  readonly input: Message<I>;
  readonly output: Message<O>;
  /** True if the request has no response. */
  readonly isOneWay?: true;
  /** The headers of its messages, if any. */
  readonly headers?: { readonly input: MessageHeaders | undefined; readonly output: MessageHeaders | undefined };
}

/** A service: its operations by name, and the prefixes of its type names. */
export interface ServiceDefinition<Operations> {
  /** The runtime version that the code was generated for. Default: 1. */
  readonly runtime?: number | undefined;
  readonly name: string;
  readonly namespaces: Readonly<Record<string, string>>;
  readonly operations: Operations;
}

/** A service in the form that messages are written with. */
export interface Service<Operations = Readonly<Record<string, Operation<unknown, unknown>>>>
  extends ServiceDefinition<Operations> {
  /** The declarations of all prefixes, as written in the wrapper element. */
  readonly declarations: string;
  /** The prefix of each namespace. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** Returns the keys in {@link ServiceDefinition.operations} of the operations with a wire name. */
  named(wireName: string): readonly string[];
}

/** The parts of a message inside their wrapper element. */
export interface Message<T> extends Codec<T> {
  /** The local name of the wrapper element. */
  readonly wrapper: string;
  /** The parts. */
  readonly fields: FieldTable<T>;
  /** True if a nil wrapper is accepted as a message without parts. */
  readonly mayBeNil: boolean;
  /** Writes the parts, without the wrapper. */
  writeParts(value: T): string;
}

/**
 * Creates an operation from its definition. The message types are inferred from the expected type of the result.
 *
 * @example
 * ```ts
 * import { int, operation } from 'sms-service-client/soap';
 *
 * const double = operation<{ value: number }, { result?: number | null | undefined }>({
 *   name: 'double',
 *   namespace: 'urn:calculator',
 *   soapAction: '',
 *   input: { value: int },
 *   output: { result: int },
 * });
 * ```
 */
export function operation<I, O>(definition: NoInfer<OperationDefinition<I, O>>): Operation<I, O> {
  const { name, namespace, soapAction, input, output, acceptsOtherNames = false } = definition;
  return {
    name,
    namespace,
    soapAction,
    // RPC style requires every input part. The response of a failed operation may omit all parts except its result.
    input: message(name, input, 'request'),
    output: message(`${name}Response`, output, acceptsOtherNames ? 'any names' : 'response'),
  };
}

/**
 * Creates a service from its definition.
 *
 * @throws ValidationError if it was generated for a later runtime version
 *
 * @example
 * ```ts
 * import { service } from 'sms-service-client/soap';
 *
 * const Empty = service({ name: 'Empty', namespaces: { ns1: 'urn:empty' }, operations: {} });
 * ```
 */
export function service<Operations>(definition: ServiceDefinition<Operations>): Service<Operations> {
  const { name, runtime = RUNTIME } = definition;
  if (runtime > RUNTIME) {
    invalid(
      'runtime',
      `is ${runtime}: ${name} was generated by a later version of this package, which knows ${RUNTIME}`,
    );
  }
  const namespaces = Object.entries(definition.namespaces);
  const operations = definition.operations as Readonly<Record<string, Operation<unknown, unknown>>>;
  let byWireName: Map<string, string[]> | undefined;
  return {
    ...definition,
    named: (wireName) => {
      byWireName ??= namesOf(operations);
      return byWireName.get(wireName) ?? [];
    },
    declarations: namespaces.map(([prefix, uri]) => ` xmlns:${prefix}="${escapeAttribute(uri)}"`).join(''),
    prefixes: new Map(namespaces.map(([prefix, uri]) => [uri, prefix])),
  };
}

/** Returns the names of operations by wire name; several operations may share one. */
function namesOf(operations: Readonly<Record<string, Operation<unknown, unknown>>>): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const [key, { name }] of Object.entries(operations)) names.set(name, [...(names.get(name) ?? []), key]);
  return names;
}

/** The kind of a message. In a response, the first part or all parts (`any names`) may have other names. */
type MessageKind = 'request' | 'response' | 'any names';

function message<T>(wrapper: string, parts: FieldCodecs<T>, kind: MessageKind): Message<T> {
  const required = kind === 'request';
  const mayBeNil = kind === 'any names';
  // The specification uses both `Response` and `response` for one part (4.10).
  const table = new FieldTable<T>(parts).ignoringCase();
  if (kind === 'response') table.acceptingUnnamedFirst();
  const checked = (value: T): T => {
    const [missing] = required ? table.absent(value) : [];
    if (missing !== undefined) throw at(missing, new Problem('is missing'));
    return value;
  };
  function* readParts(decoder: ValueReader): Steps<T> {
    return checked(yield* table.readParts(decoder));
  }
  function* readAnyNames(decoder: ValueReader): Steps<T> {
    const inside = decoder.xml.bookmark();
    const value = yield* table.readParts(decoder);
    return isWithoutParts(value) ? (readUnderOtherNames(decoder, table, inside) ?? value) : value;
  }
  const steps = mayBeNil ? readAnyNames : readParts;
  return {
    wrapper,
    fields: table,
    type: wrapper,
    isArray: false,
    mayBeNil,
    writeParts: (value) => table.write(value, required),
    write: (name, value) => `<${name}>${table.write(value, required)}</${name}>`,
    read: (input, { map }) => {
      if (map) return checked(table.read(input, true));
      return mayBeNil ? atOnce(readAnyNames(input)) : checked(atOnce(table.readParts(input)));
    },
    steps,
  };
}

function isWithoutParts(value: unknown): boolean {
  const parts = Object.values(value as object);
  return parts.every((part) => part === undefined || (Array.isArray(part) && part.length === 0));
}
