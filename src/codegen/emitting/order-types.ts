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
  const visit = (type: TypeDefinition): void => {
    if (started.has(type.identifier)) return;
    started.add(type.identifier);
    const used = usedBy(type);
    for (const identifier of used) {
      const next = byIdentifier.get(identifier);
      if (next !== undefined) visit(next);
    }
    ordered.push({ type, circular: new Set(used.filter((identifier) => !placed.has(identifier))) });
    placed.add(type.identifier);
  };
  types.forEach(visit);
  return ordered;
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
