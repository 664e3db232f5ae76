import type { ArrayDefinition, TypeReference } from '../model/model.js';
import type { Imports } from './imports.js';
import { type Layout, parenthesized } from './layout.js';
import { codecName } from './names.js';
import { quote } from './source.js';

export interface CodecScope {
  readonly imports: Imports;
  named(codec: string, identifier: string): Layout;
}

export function codecExpression(reference: TypeReference, scope: CodecScope): Layout {
  switch (reference.kind) {
    case 'scalar': {
      const { codec } = reference.scalar;
      const scalar = [scope.imports.value(codec)];
      return reference.isRestricted === true ? restricted(`xsd:${codec}`, scalar, scope) : scalar;
    }
    case 'named':
      return scope.named(codecName(reference.identifier), reference.identifier);
    case 'list':
      return listExpression('xsd:string', reference.item, scope);
    default:
      return arrayExpression('', reference, scope);
  }
}

export function arrayExpression(
  wireName: string,
  { item, dimensions }: Pick<ArrayDefinition, 'item' | 'dimensions'>,
  scope: CodecScope,
): Layout {
  const codec = codecExpression(item, scope);
  const type = [quote(wireName || 'SOAP-ENC:Array')];
  if (dimensions === 1) return [scope.imports.value('array'), parenthesized([type, codec])];
  return [scope.imports.value('matrix'), parenthesized([type, codec, [String(dimensions)]])];
}

export function restrictionExpression(wireName: string, base: TypeReference, scope: CodecScope): Layout {
  if (wireName !== '') return restricted(wireName, codecExpression(base, scope), scope);
  return codecExpression(base.kind === 'scalar' ? { ...base, isRestricted: true } : base, scope);
}

function restricted(name: string, base: Layout, { imports }: CodecScope): Layout {
  return [imports.value('restriction'), parenthesized([[quote(name)], base])];
}

export function listExpression(wireName: string, item: TypeReference, scope: CodecScope): Layout {
  return [scope.imports.value('list'), parenthesized([[quote(wireName)], codecExpression(item, scope)])];
}
