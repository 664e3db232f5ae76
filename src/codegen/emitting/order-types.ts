import type { TypeDefinition, TypeReference } from '../model/model.js';

/** A type at its turn. */
export interface OrderedType {
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
    waiting.push({ type, used, left: used.values() });
  };
  for (const first of types) {
    begin(first);
    // No recursion: types may lead to each other thousands deep.
    for (let last = waiting.at(-1); last !== undefined; last = waiting.at(-1)) {
      const { type, used, left } = last;
      const next = left.next();
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

/** A type that comes after those it uses. */
interface WaitingType {
  readonly type: TypeDefinition;
  readonly used: readonly string[];
  /** Those of them that were not looked at yet. */
  readonly left: Iterator<string, unknown>;
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
