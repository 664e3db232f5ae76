import type { TypeReference } from '../model.js';
import { type ImportedNames, typeOf } from './names.js';

/** How an expression reaches types and codecs. */
export interface CodecScope {
  /** Stands before the name of a type. */
  readonly types: string;
  /** Stands before the name of a codec. */
  readonly codecs?: string;
  /** Types whose codecs are not defined yet where the expression stands. */
  readonly circular?: ReadonlySet<string>;
}

/** Writes the expression that gives the codec of a type where it is used. */
export function codecExpression(reference: TypeReference, imports: ImportedNames, scope: CodecScope): string {
  if (reference.kind === 'scalar') return imports.value(reference.scalar.codec);
  if (reference.kind === 'named') {
    const codec = (scope.codecs ?? '') + reference.identifier;
    return scope.circular?.has(reference.identifier) ? `${imports.value('lazy')}(() => ${codec})` : codec;
  }
  // It has no name of its own, so it is the array type of SOAP encoding.
  const item = codecExpression(reference.item, imports, scope);
  return `${imports.value('array')}<${typeOf(reference.item, scope.types)}>('SOAP-ENC:Array', ${item})`;
}
