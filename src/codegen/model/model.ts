import type { Scalar } from './scalars.js';

/** The content of a WSDL as plain frozen data: the result of reading and the input of emitting. */

export type TypeReference =
  | {
      readonly kind: 'scalar';
      readonly scalar: Scalar;
      readonly isRestricted?: true;
    }
  | { readonly kind: 'named'; readonly identifier: string; readonly of: TypeDefinition['kind'] }
  | { readonly kind: 'array'; readonly item: TypeReference; readonly dimensions: number }
  | { readonly kind: 'list'; readonly item: TypeReference };

export interface Definition {
  readonly name: string;
  readonly namespace: string;
  readonly identifier: string;
  readonly documentation: string;
}

export interface StructDefinition extends Definition {
  readonly kind: 'struct';
  /** Inherited fields first, then in the order of the schema. */
  readonly fields: readonly Field[];
  /** The `$type` of its values, if it is a member of a {@link UnionDefinition}. */
  readonly tag: string | undefined;
  /** True where what is read and written has to have the fields that are not optional, and no nil that may not be. */
  readonly isChecked: boolean;
}

export interface Field {
  readonly name: string;
  readonly wireName: string;
  /** The namespace of the wrapper element of the request; empty if it has none. */
  readonly namespace: string;
  /** `content` is the text of the element itself. */
  readonly place: 'element' | 'attribute' | 'content';
  readonly type: TypeReference;
  readonly optional: boolean;
  readonly nillable: boolean;
  readonly repeated: boolean;
  readonly documentation: string;
}

export interface ArrayDefinition extends Definition {
  readonly kind: 'array';
  readonly item: TypeReference;
  readonly dimensions: number;
}

export interface AliasDefinition extends Definition {
  readonly kind: 'alias';
  readonly base: TypeReference;
}

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

export interface Part {
  readonly name: string;
  readonly type: TypeReference;
  readonly documentation: string;
}

export interface HeaderPart extends Part {
  readonly namespace: string;
}

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
  readonly headers: { readonly input: readonly HeaderPart[]; readonly output: readonly HeaderPart[] };
}

export interface NamespaceModel {
  readonly prefix: string;
  readonly uri: string;
}

export interface Source {
  readonly fileName: string;
  /** Over the WSDL and every file it imports, one after the other as they are read; in hexadecimal. */
  readonly sha256: string;
}

export interface ServiceModel {
  readonly source: Source;
  readonly name: string;
  readonly identifier: string;
  readonly stub: string;
  readonly address: string | undefined;
  readonly documentation: string;
  /** The first operation's namespace first. */
  readonly namespaces: readonly NamespaceModel[];
  readonly types: readonly TypeDefinition[];
  readonly operations: readonly OperationModel[];
}
