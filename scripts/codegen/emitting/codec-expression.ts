import type { TypeReference } from '../model/model.js';
import type { Imports } from './imports.js';
import { type Layout, parenthesized } from './layout.js';
import { codecName } from './names.js';
import { quote } from './source.js';

/** The module that an expression is written for. */
export interface CodecScope {
  readonly imports: Imports;
  /** Writes the codec of a type with a name. */
  named(codec: string, identifier: string): Layout;
}

/** Writes the expression that gives the codec of a type where it is used. */
export function codecExpression(reference: TypeReference, scope: CodecScope): Layout {
  if (reference.kind === 'scalar') return [scope.imports.value(reference.scalar.codec)];
  if (reference.kind === 'named') return scope.named(codecName(reference.identifier), reference.identifier);
  // It has no name of its own, so it is the array type of SOAP encoding.
  return arrayExpression('SOAP-ENC:Array', reference.item, scope);
}

/** Writes the expression that makes the codec of an array. */
export function arrayExpression(wireName: string, item: TypeReference, scope: CodecScope): Layout {
  const codec = codecExpression(item, scope);
  return [scope.imports.value('array'), parenthesized([[quote(wireName)], codec])];
}
