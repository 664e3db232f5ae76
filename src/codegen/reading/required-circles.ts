import type { Field, StructDefinition, TypeDefinition } from '../model/model.js';

/**
 * Makes required fields optional and nillable if a struct requires itself, directly or indirectly: no value could be
 * created.
 */
export function breakCircles(types: readonly TypeDefinition[]): readonly TypeDefinition[] {
  const byName = new Map(types.map((type) => [type.identifier, type]));
  const circular = new Set(types.map(({ identifier }) => identifier));
  // A type is not circular if all its required types are not.
  for (let size = 0; size !== circular.size; ) {
    size = circular.size;
    for (const type of types) if (canBeBuilt(type, circular)) circular.delete(type.identifier);
  }
  return types.map((type) => {
    if (type.kind !== 'struct' || !circular.has(type.identifier)) return type;
    return { ...type, fields: type.fields.map((field) => loosened(field, type, circular, byName)) };
  });
}

function canBeBuilt(type: TypeDefinition, circular: ReadonlySet<string>): boolean {
  if (type.kind === 'union') return type.members.some((member) => !circular.has(nameIn(member)));
  if (type.kind !== 'struct') return true;
  return type.fields.every((field) => !isRequired(field) || !circular.has(nameIn(field.type)));
}

function loosened(
  field: Field,
  owner: StructDefinition,
  circular: ReadonlySet<string>,
  types: ReadonlyMap<string, TypeDefinition>,
): Field {
  if (!isRequired(field) || !circular.has(nameIn(field.type))) return field;
  return leadsTo(nameIn(field.type), owner.identifier, types) ? { ...field, optional: true, nillable: true } : field;
}

function leadsTo(start: string, end: string, types: ReadonlyMap<string, TypeDefinition>): boolean {
  const waiting = [start];
  const seen = new Set(waiting);
  for (const name of waiting) {
    if (name === end) return true;
    const type = types.get(name);
    const next =
      type?.kind === 'union'
        ? type.members.map(nameIn)
        : type?.kind === 'struct'
          ? type.fields.filter(isRequired).map((field) => nameIn(field.type))
          : [];
    for (const one of next) {
      if (!seen.has(one)) waiting.push(one);
      seen.add(one);
    }
  }
  return false;
}

function isRequired({ optional, nillable, repeated }: Field): boolean {
  return !optional && !nillable && !repeated;
}

function nameIn(reference: Field['type']): string {
  return reference.kind === 'named' ? reference.identifier : '';
}
