import type { Scalar } from './scalars.js';

/*
 * The content of a WSDL in the words of the code to be generated: plain frozen data. Reading makes it, emitting takes
 * it, and neither knows the other.
 */

/** A type where it is used. `named` refers to a definition of the model by its identifier. */
export type TypeReference =
  | { readonly kind: 'scalar'; readonly scalar: Scalar }
  | { readonly kind: 'named'; readonly identifier: string; readonly of: TypeDefinition['kind'] }
  /** An array without a name: the inner one of `X[][]`. */
  | { readonly kind: 'array'; readonly item: TypeReference };

/** The fields that every definition has. */
export interface Definition {
  /** Local name on the wire. */
  readonly name: string;
  readonly namespace: string;
  /** The name in TypeScript: the wire name wherever that is an identifier. */
  readonly identifier: string;
  readonly documentation: string;
}

/** A struct of SOAP section 5: fields found by their names. */
export interface StructDefinition extends Definition {
  readonly kind: 'struct';
  /** Inherited fields first, then in the order of the schema. */
  readonly fields: readonly Field[];
}

/** A field of a struct. */
export interface Field {
  readonly name: string;
  readonly type: TypeReference;
  /** True where it may be left out (`minOccurs="0"`). */
  readonly optional: boolean;
  /** True where it may be `xsi:nil` (`nillable="true"`). */
  readonly nillable: boolean;
  readonly documentation: string;
}

/** An array of SOAP section 5. */
export interface ArrayDefinition extends Definition {
  readonly kind: 'array';
  readonly item: TypeReference;
}

/** A restriction of a simple type; on the wire it is its base. */
export interface AliasDefinition extends Definition {
  readonly kind: 'alias';
  readonly base: TypeReference;
}

/** A type that the schemas define. */
export type TypeDefinition = StructDefinition | ArrayDefinition | AliasDefinition;

/** An input or output part of an operation. */
export interface Part {
  readonly name: string;
  readonly type: TypeReference;
  readonly documentation: string;
}

/** An operation with its parts in the order of the messages. */
export interface OperationModel {
  readonly name: string;
  readonly identifier: string;
  /** Namespace of the wrapper element of the request. */
  readonly namespace: string;
  readonly soapAction: string;
  readonly documentation: string;
  readonly input: readonly Part[];
  readonly output: readonly Part[];
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
  /** The address in the WSDL, or undefined where it gives none. */
  readonly address: string | undefined;
  readonly documentation: string;
  /** The first operation's namespace first. */
  readonly namespaces: readonly NamespaceModel[];
  /** In the order of the schemas. */
  readonly types: readonly TypeDefinition[];
  /** In the order of the port type. */
  readonly operations: readonly OperationModel[];
}
