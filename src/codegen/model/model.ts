import type { Scalar } from './scalars.js';

/*
 * The content of a WSDL in the words of the code to be generated: plain frozen data. Reading makes it, emitting takes
 * it, and neither knows the other.
 */

export type TypeReference =
  | {
      readonly kind: 'scalar';
      readonly scalar: Scalar;
      /** True for a restriction of it that has no name. */
      readonly isRestricted?: true;
    }
  | { readonly kind: 'named'; readonly identifier: string; readonly of: TypeDefinition['kind'] }
  /** An array without a name: the inner one of `X[][]`. */
  | { readonly kind: 'array'; readonly item: TypeReference; readonly dimensions: number }
  /** A list of simple values in one text (`xsd:list`). */
  | { readonly kind: 'list'; readonly item: TypeReference };

/** The fields that every definition has. */
export interface Definition {
  /** Local name on the wire; empty for a type without a name. */
  readonly name: string;
  readonly namespace: string;
  readonly identifier: string;
  readonly documentation: string;
}

/** A struct of SOAP section 5: fields found by their names. */
export interface StructDefinition extends Definition {
  readonly kind: 'struct';
  /** Inherited fields first, then in the order of the schema. */
  readonly fields: readonly Field[];
  /** The `$type` of its values, if it is a member of a {@link UnionDefinition}. */
  readonly tag: string | undefined;
  /** True where what is read and written has to have the fields that are not optional, and no nil that may not be. */
  readonly isChecked: boolean;
}

/** A field of a struct. */
export interface Field {
  /** The name in TypeScript. */
  readonly name: string;
  readonly wireName: string;
  /** The namespace of the wrapper element of the request; empty if it has none. */
  readonly namespace: string;
  /** `content` is the text of the element itself. */
  readonly place: 'element' | 'attribute' | 'content';
  readonly type: TypeReference;
  /** True if it may be absent (`minOccurs="0"`). */
  readonly optional: boolean;
  /** True if it may be `xsi:nil` (`nillable="true"`). */
  readonly nillable: boolean;
  /** True for a list: an element for each item. */
  readonly repeated: boolean;
  readonly documentation: string;
}

/** An array of SOAP section 5. */
export interface ArrayDefinition extends Definition {
  readonly kind: 'array';
  readonly item: TypeReference;
  /** Greater than one for arrays such as `int[,]`: arrays inside each other, all of one length in each dimension. */
  readonly dimensions: number;
}

export interface AliasDefinition extends Definition {
  readonly kind: 'alias';
  readonly base: TypeReference;
}

/** A list of simple values in one text. */
export interface ListDefinition extends Definition {
  readonly kind: 'list';
  readonly item: TypeReference;
}

export interface UnionDefinition extends Definition {
  readonly kind: 'union';
  /** The `$type` of the declared type; `undefined` if it is abstract. */
  readonly declared: string | undefined;
  /** The declared one first, unless it is abstract. */
  readonly members: readonly TypeReference[];
}

/** Any value at all, among them those of the types that are named. */
interface AnyDefinition extends Definition {
  readonly kind: 'any';
  readonly members: readonly TypeReference[];
}

/** A type that the schemas define, or that stands for several of them. */
export type TypeDefinition =
  | StructDefinition
  | ArrayDefinition
  | AliasDefinition
  | ListDefinition
  | UnionDefinition
  | AnyDefinition;

/** An input or output part of an operation. */
export interface Part {
  readonly name: string;
  readonly type: TypeReference;
  readonly documentation: string;
}

/** A part that travels in a header. */
export interface HeaderPart extends Part {
  readonly namespace: string;
}

/** An operation with its parts in the order of the messages. */
export interface OperationModel {
  readonly name: string;
  readonly identifier: string;
  /** The names of the types of its messages in TypeScript. */
  readonly inputType: string;
  /** `undefined` for a one-way operation, which is not answered. */
  readonly outputType: string | undefined;
  /** Namespace of the wrapper element of the request; empty where it has none. */
  readonly namespace: string;
  readonly soapAction: string;
  readonly documentation: string;
  readonly input: readonly Part[];
  readonly output: readonly Part[];
  /** The headers of its messages. */
  readonly headers: { readonly input: readonly HeaderPart[]; readonly output: readonly HeaderPart[] };
}

/** A namespace and the prefix that the generated code writes for it. */
export interface NamespaceModel {
  readonly prefix: string;
  readonly uri: string;
}

/** The WSDL that the model was read from. */
export interface Source {
  /** Name of the WSDL file, without its directory. */
  readonly fileName: string;
  /** Over the WSDL and every file it imports, one after the other as they are read; in hexadecimal. */
  readonly sha256: string;
}

/** One service of a WSDL, reached through one port. */
export interface ServiceModel {
  readonly source: Source;
  readonly name: string;
  /** Name of the constant that describes the service. */
  readonly identifier: string;
  /** Name of the class with a method per operation. */
  readonly stub: string;
  /** The address in the WSDL, if there is one. */
  readonly address: string | undefined;
  readonly documentation: string;
  /** The first operation's namespace first. */
  readonly namespaces: readonly NamespaceModel[];
  /** True if the parts of its responses may have other names. */
  readonly acceptsOtherNames: boolean;
  /** In the order of the schemas. */
  readonly types: readonly TypeDefinition[];
  /** In the order of the port type. */
  readonly operations: readonly OperationModel[];
}
