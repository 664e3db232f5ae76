import { StructureKind } from 'ts-morph';
import { tagOf } from '../model/identifiers.js';
import type { Field, ServiceModel, StructDefinition, TypeDefinition, TypeReference } from '../model/model.js';
import {
  arrayExpression,
  type CodecScope,
  codecExpression,
  listExpression,
  restrictionExpression,
} from './codec-expression.js';
import { Imports } from './imports.js';
import { type Layout, type List, objectLiteral, parenthesized, typeArguments } from './layout.js';
import { codecName, parameterNames, prefixOf, rowTypeOf, wireName } from './names.js';
import { constant, literalKey, printModule, quote } from './source.js';

/** With more types than these, codecs are made when they are first needed: making all of them takes a while. */
const MANY_TYPES = 100;

/** Emits `codecs.ts`: a codec per type, each after those it is made of. */
export function emitCodecs(model: ServiceModel, runtime: string): string {
  if (model.types.length === 0) return printModule([{ kind: StructureKind.ExportDeclaration }]);
  const imports = new Imports(
    model.types.map(({ identifier }) => codecName(identifier)),
    runtime,
  );
  const isLarge = model.types.length > MANY_TYPES;
  const constants = orderByDependency(model.types).map(({ type, circular }) => {
    const circularly = (codec: string): Layout => [imports.value('lazy'), parenthesized([[`() => ${codec}`]])];
    const named = (codec: string, identifier: string): Layout =>
      circular.has(identifier) ? circularly(codec) : [codec];
    const { annotation, value } = codecOf(model, type, { imports, named });
    const isLater = isLarge && (type.kind === 'struct' || type.kind === 'array');
    const input: Layout = isLater ? [imports.value('later'), parenthesized([['() => ', ...value]])] : value;
    return constant(codecName(type.identifier), annotation, input, type.documentation);
  });
  return printModule([...imports.declarations(), ...constants]);
}

interface CodecText {
  readonly annotation: Layout;
  readonly value: Layout;
}

function codecOf(model: ServiceModel, type: TypeDefinition, scope: CodecScope): CodecText {
  const { imports } = scope;
  const types = (): string => `${imports.typesOf('./types.js')}.`;
  const annotated = (codec: string, value: Layout): CodecText => ({
    annotation: [imports.type(codec), typeArguments([types() + type.identifier])],
    value,
  });
  switch (type.kind) {
    case 'alias':
      return annotated('Codec', restrictionExpression(wireName(model, type), type.base, scope));
    case 'list':
      return annotated('Codec', listExpression(wireName(model, type) || 'xsd:string', type.item, scope));
    case 'array': {
      const row = hasTypeName(type.item) ? rowTypeOf(type, types()) : rowTypeOf(type);
      return {
        annotation: [imports.type('ArrayCodec'), typeArguments([row])],
        value: arrayExpression(wireName(model, type), type, scope),
      };
    }
    case 'union': {
      const declared = type.declared === undefined ? 'undefined' : quote(type.declared);
      const members: Layout = ['() => ', knownTypes(model, type.members)];
      const value = parenthesized([[quote(wireName(model, type))], [declared], members]);
      return annotated('Codec', [imports.value('derived'), value]);
    }
    case 'any':
      return annotated('Codec', [imports.value('any'), parenthesized([['() => ', knownTypes(model, type.members)]])]);
    default:
      return annotated('StructCodec', structExpression(model, type, scope));
  }
}

function hasTypeName(reference: TypeReference): boolean {
  return reference.kind === 'named' || (reference.kind !== 'scalar' && hasTypeName(reference.item));
}

/** The types that a value may have: the name, that on the wire, and the codec of each. */
function knownTypes(model: ServiceModel, members: readonly TypeReference[]): List {
  const rows = members.flatMap((member): readonly Layout[] => {
    const type = model.types.find((one) => member.kind === 'named' && one.identifier === member.identifier);
    if (type === undefined) return [];
    const name = type.namespace === '' ? type.name : `{${type.namespace}}${type.name}`;
    return [[`[${quote(tagOf(type.identifier))}, ${quote(name)}, ${codecName(type.identifier)}]`]];
  });
  return { open: '[', close: ']', separator: ',', items: rows };
}

function structExpression(model: ServiceModel, type: StructDefinition, scope: CodecScope): Layout {
  const { imports } = scope;
  const { fields, isChecked, tag } = type;
  const wire = wireName(model, type);
  const isPlain = wire !== '' && fields.every((field) => isPlainField(field, isChecked));
  const codecs = fields.map((field) => {
    const codec = codecExpression(field.type, scope);
    return [
      literalKey(field.name),
      isPlain ? codec : memberExpression(model, field, isChecked, codec, imports),
    ] as const;
  });
  const maker = recordMaker(fields.map(({ name }) => name));
  const parameters = parenthesized([[quote(wire)], [objectLiteral(codecs)], maker]);
  const struct: Layout = [imports.value(isPlain ? 'struct' : 'record'), parameters];
  return tag === undefined ? struct : [imports.value('tagged'), parenthesized([[quote(tag)], struct])];
}

function isPlainField({ place, repeated, optional, nillable }: Field, isChecked: boolean): boolean {
  return place === 'element' && !repeated && (!isChecked || (optional && nillable));
}

function memberExpression(
  model: ServiceModel,
  field: Field,
  isChecked: boolean,
  codec: Layout,
  imports: Imports,
): Layout {
  const { place, name, wireName: onWire, namespace, optional, nillable } = field;
  if (isPlainField(field, isChecked)) return codec;
  const qualified = namespace === '' ? onWire : `${prefixOf(model, namespace)}:${onWire}`;
  const named: readonly Layout[] = place === 'attribute' && qualified !== name ? [[quote(qualified)]] : [];
  const maker =
    place === 'content'
      ? 'content'
      : place === 'attribute'
        ? optional || !isChecked
          ? 'attribute'
          : 'requiredAttribute'
        : field.repeated
          ? nillable || !isChecked
            ? 'repeatedNillable'
            : 'repeated'
          : optional
            ? 'optional'
            : nillable
              ? 'nillable'
              : 'required';
  return [imports.value(maker), parenthesized([codec, ...named])];
}

/** The function that makes a record of its values: a literal, because engines make nothing else as quickly. */
function recordMaker(names: readonly string[]): Layout {
  const parameters = parameterNames(names);
  const record = objectLiteral(names.map((name, index) => [literalKey(name), [parameters[index] ?? '']]));
  return [parenthesized(parameters.map((parameter) => [parameter])), ' => (', record, ')'];
}

interface OrderedType {
  readonly type: TypeDefinition;
  /** The types it uses that come later, because they use it too. */
  readonly circular: ReadonlySet<string>;
}

/** Orders types so that each comes after those it uses, as far as that is possible; otherwise as they stood. */
export function orderByDependency(types: readonly TypeDefinition[]): readonly OrderedType[] {
  const byIdentifier = new Map(types.map((type) => [type.identifier, type]));
  const started = new Set<string>();
  const placed = new Set<string>();
  const ordered: OrderedType[] = [];
  const waiting: WaitingType[] = [];
  const begin = (type: TypeDefinition | undefined): void => {
    if (type === undefined || started.has(type.identifier)) return;
    started.add(type.identifier);
    const used = usedBy(type);
    waiting.push({ type, used, remaining: used.values() });
  };
  for (const first of types) {
    begin(first);
    // No recursion: types may lead to each other thousands deep.
    for (let last = waiting.at(-1); last !== undefined; last = waiting.at(-1)) {
      const { type, used, remaining } = last;
      const next = remaining.next();
      if (next.done !== true) {
        begin(byIdentifier.get(next.value));
        continue;
      }
      ordered.push({ type, circular: new Set(used.filter((identifier) => !placed.has(identifier))) });
      placed.add(type.identifier);
      waiting.pop();
    }
  }
  return ordered;
}

interface WaitingType {
  readonly type: TypeDefinition;
  readonly used: readonly string[];
  readonly remaining: Iterator<string, unknown>;
}

function usedBy(type: TypeDefinition): readonly string[] {
  switch (type.kind) {
    case 'alias':
      return namesIn(type.base);
    case 'array':
    case 'list':
      return namesIn(type.item);
    case 'struct':
      return type.fields.flatMap((field) => namesIn(field.type));
    // Their codecs ask for those of their members when they are needed.
    default:
      return [];
  }
}

function namesIn(reference: TypeReference): readonly string[] {
  if (reference.kind === 'named') return [reference.identifier];
  return reference.kind === 'scalar' ? [] : namesIn(reference.item);
}
