import { at, Problem } from '../../errors/problem.js';
import { escapeAttribute } from '../../xml/escape.js';
import { atOnce } from '../../xml/reading-time.js';
import { type FieldCodecs, FieldTable } from '../codecs/struct.js';
import type { Codec } from '../decoder/codec.js';

/** The definition of one operation in the WSDL. */
export interface OperationDefinition<I, O> {
  /** Its name in the WSDL, which is also the name of the request's wrapper element. */
  readonly name: string;
  /** The namespace of the wrapper elements. */
  readonly namespace: string;
  readonly soapAction: string;
  /** The parts of the input message, in order. */
  readonly input: FieldCodecs<I>;
  /** The parts of the output message, in order. */
  readonly output: FieldCodecs<O>;
}

/** One operation in both directions: the client writes inputs and reads outputs, a server the reverse. */
export interface Operation<I, O> {
  readonly name: string;
  readonly namespace: string;
  readonly soapAction: string;
  readonly input: Message<I>;
  readonly output: Message<O>;
}

/** A service: its operations by name, and the prefixes its type names are written with. */
export interface ServiceDefinition<Operations> {
  readonly name: string;
  readonly namespaces: Readonly<Record<string, string>>;
  readonly operations: Operations;
}

/** A service that messages can be written for. */
export interface Service<Operations = Readonly<Record<string, Operation<unknown, unknown>>>>
  extends ServiceDefinition<Operations> {
  /** The declarations of all prefixes, as they stand in the wrapper element. */
  readonly declarations: string;
  /** The prefix of each namespace. */
  readonly prefixes: ReadonlyMap<string, string>;
}

/** The parts of a message inside their wrapper element. */
export interface Message<T> extends Codec<T> {
  /** The wrapper element's local name. */
  readonly wrapper: string;
  /** The parts. */
  readonly fields: FieldTable<T>;
  /** Writes the parts, without the wrapper. */
  writeParts(value: T): string;
}

/** Makes an operation from its definition. The types of its messages are taken from what the operation is to be. */
export function operation<I, O>(definition: NoInfer<OperationDefinition<I, O>>): Operation<I, O> {
  const { name, namespace, soapAction, input, output } = definition;
  return {
    name,
    namespace,
    soapAction,
    // Every input part has to be sent (RPC style); a failure's response may leave out all parts but its result.
    input: message(name, input, true),
    output: message(`${name}Response`, output, false),
  };
}

/** Makes a service from its definition. */
export function service<Operations>(definition: ServiceDefinition<Operations>): Service<Operations> {
  const namespaces = Object.entries(definition.namespaces);
  return {
    ...definition,
    declarations: namespaces.map(([prefix, uri]) => ` xmlns:${prefix}="${escapeAttribute(uri)}"`).join(''),
    prefixes: new Map(namespaces.map(([prefix, uri]) => [uri, prefix])),
  };
}

function message<T>(wrapper: string, parts: FieldCodecs<T>, required: boolean): Message<T> {
  // The specification itself writes one part `Response` here and `response` there (4.10).
  const table = new FieldTable<T>(parts).ignoringCase();
  if (!required) table.acceptingUnnamedFirst();
  const checked = (value: T): T => {
    const [missing] = required ? table.absent(value) : [];
    if (missing !== undefined) throw at(missing, new Problem('is missing'));
    return value;
  };
  return {
    wrapper,
    fields: table,
    type: wrapper,
    isArray: false,
    writeParts: (value) => table.write(value, required),
    write: (name, value) => `<${name}>${table.write(value, required)}</${name}>`,
    read: (input, { map }) => checked(map ? table.read(input, true) : atOnce(table.readParts(input))),
    *steps(input) {
      return checked(yield* table.readParts(input));
    },
  };
}
