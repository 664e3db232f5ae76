import { StructureKind } from 'ts-morph';
import { codecExpression } from './emitting/codec-expression.js';
import { ImportedNames, isArray, itemTypeOf, typeOf, wireName } from './emitting/names.js';
import { orderByDependency } from './emitting/order-types.js';
import { constant, literalKey, objectLiteral, printModule, quote, type Statement } from './emitting/source.js';
import type { ServiceModel, TypeDefinition, TypeReference } from './model.js';

/** Emits `codecs.ts`: a codec per type, each after those it is made of. */
export function emitCodecs(model: ServiceModel, runtime: string): string {
  const imports = new ImportedNames(model.types.map(({ identifier }) => identifier));
  const types = imports.module('types');
  const constants = orderByDependency(model.types).map(({ type, circular }) =>
    codecConstant(model, type, { imports, types: `${types}.`, circular }),
  );
  const importTypes: Statement = {
    kind: StructureKind.ImportDeclaration,
    moduleSpecifier: './types.js',
    namespaceImport: types,
    isTypeOnly: true,
  };
  if (constants.length === 0) return printModule([{ kind: StructureKind.ExportDeclaration }]);
  return printModule([...imports.declarations(runtime), importTypes, ...constants]);
}

interface Context {
  readonly imports: ImportedNames;
  /** Stands before the name of a type. */
  readonly types: string;
  /** Types whose codecs come later. */
  readonly circular: ReadonlySet<string>;
}

function codecConstant(model: ServiceModel, type: TypeDefinition, context: Context): Statement {
  const { imports, types, circular } = context;
  const name = type.identifier;
  const codecOf = (reference: TypeReference): string => codecExpression(reference, imports, { types, circular });
  if (type.kind === 'alias') {
    return constant(name, `${imports.type('Codec')}<${types}${name}>`, codecOf(type.base), type.documentation);
  }
  if (type.kind === 'array') {
    const item = isArray(type.item) ? typeOf(type.item, types) : itemTypeOf(type.item, types);
    return constant(
      name,
      `${imports.type('ArrayCodec')}<${item}>`,
      `${imports.value('array')}<${typeOf(type.item, types)}>(${quote(wireName(model, type))}, ${codecOf(type.item)})`,
      type.documentation,
    );
  }
  const annotation = `${imports.type('StructCodec')}<${types}${name}>`;
  const call = `${imports.value('struct')}<${types}${name}>(${quote(wireName(model, type))}, `;
  const before = `export const ${name}: ${annotation} = ${call}`.length;
  const keys = type.fields.map((field) => literalKey(field.name));
  const codecs = objectLiteral(
    type.fields.map((field, index) => [keys[index] ?? '', codecOf(field.type)] as const),
    before,
  );
  return constant(name, annotation, `${call}${codecs}, ${makerOf(keys)})`, type.documentation);
}

/** Width of parameters that still fit on one line with what stands around them. */
const PARAMETERS_WIDTH = 90;

/** The function that makes a record of its values: a literal, because engines make nothing else as quickly. */
function makerOf(keys: readonly string[]): string {
  const values = keys.map((_, index) => `v${index}`);
  const oneLine = values.join(', ');
  const parameters = oneLine.length <= PARAMETERS_WIDTH ? oneLine : `\n${values.join(',\n')},\n`;
  const record = objectLiteral(
    keys.map((key, index) => [key, `v${index}`] as const),
    PARAMETERS_WIDTH,
  );
  return `(${parameters}) => (${record})`;
}
