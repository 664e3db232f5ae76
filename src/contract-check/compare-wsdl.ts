import { type DriftFinder, joined } from '../replay/contract/drift.js';
import type { OperationModel, Parts, ServiceModel, TypeModel } from './read-wsdl.js';

export const WSDL_PLACE = 'WSDL';

type Direction = 'input' | 'output';
type Fields = Extract<TypeModel, { kind: 'struct' }>['fields'];

/** Compares the WSDL of a gateway with the contract (specification section 9). */
export class WsdlComparison {
  readonly #finder: DriftFinder;
  readonly #ours: ServiceModel;
  readonly #theirs: ServiceModel;
  /** The types that requests contain. */
  readonly #sentTypes = new Set<string>();
  readonly #compared = new Set<string>();

  constructor(finder: DriftFinder, ours: ServiceModel, theirs: ServiceModel) {
    this.#finder = finder;
    this.#ours = ours;
    this.#theirs = theirs;
    for (const { input } of ours.operations.values()) for (const type of input.values()) this.#addSentType(type);
  }

  compare(): void {
    const [ours, theirs] = [this.#ours.operations, this.#theirs.operations];
    for (const name of theirs.keys()) if (!ours.has(name)) this.#add('additive', name, 'is a new operation');
    for (const [name, operation] of ours) {
      const other = theirs.get(name);
      if (other === undefined) this.#add('breaking', name, 'was removed');
      else this.#operation(name, operation, other);
    }
  }

  #operation(name: string, ours: OperationModel, theirs: OperationModel): void {
    if (ours.soapAction !== theirs.soapAction) this.#add('breaking', name, 'has a different soapAction');
    if (ours.binding !== theirs.binding) this.#add('breaking', name, 'has a different style, use or namespace');
    for (const direction of ['input', 'output'] as const) {
      this.#parts(name, direction, ours[direction], theirs[direction]);
    }
  }

  #parts(operation: string, direction: Direction, ours: Parts, theirs: Parts): void {
    // The specification writes one part both as `Response` and as `response` (section 4.10).
    const find = (parts: Parts, name: string): string | undefined =>
      parts.get(name) ?? [...parts].find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];
    for (const name of theirs.keys()) {
      if (find(ours, name) !== undefined) continue;
      // A request must contain every part.
      if (direction === 'input') this.#add('breaking', joined(operation, name), 'is a new required part');
      else this.#add('additive', joined(operation, name), 'is a new part');
    }
    for (const [name, type] of ours) {
      const other = find(theirs, name);
      if (other === undefined) this.#add('breaking', joined(operation, name), 'was removed');
      else this.#type(type, other, joined(operation, name), direction === 'input');
    }
  }

  #type(ours: string, theirs: string, path: string, isSent: boolean): void {
    const [one, other] = [resolved(this.#ours, ours), resolved(this.#theirs, theirs)];
    if (one === undefined || other === undefined || one.kind !== other.kind) {
      if (ours !== theirs || one?.kind !== other?.kind) {
        this.#add('breaking', path, `is ${theirs}, but ${ours} in the contract`);
      }
      return;
    }
    // A type that several operations use is reported once.
    const at = ours === theirs ? ours : path;
    const key = `${at} ${ours} ${theirs}`;
    if (this.#compared.has(key)) return;
    this.#compared.add(key);
    if (one.kind === 'array' && other.kind === 'array') this.#type(one.item, other.item, `${at}[]`, isSent);
    else if (one.kind === 'struct' && other.kind === 'struct') {
      this.#fields(one.fields, other.fields, at, this.#sentTypes.has(ours) || isSent);
    }
  }

  #fields(ours: Fields, theirs: Fields, path: string, isSent: boolean): void {
    for (const [name, { isOptional }] of theirs) {
      if (ours.has(name)) continue;
      const mustBeSent = isSent && !isOptional;
      this.#add(
        mustBeSent ? 'breaking' : 'additive',
        joined(path, name),
        mustBeSent ? 'is a new required field' : 'is a new field',
      );
    }
    for (const [name, { type, isOptional }] of ours) {
      const other = theirs.get(name);
      const at = joined(path, name);
      if (other === undefined) this.#add('breaking', at, 'was removed');
      else {
        if (this.#theirs.marksOptional && isSent && isOptional && !other.isOptional) {
          this.#add('breaking', at, 'is required, but optional in the contract');
        }
        this.#type(type, other.type, at, isSent);
      }
    }
  }

  #addSentType(type: string): void {
    if (this.#sentTypes.has(type)) return;
    this.#sentTypes.add(type);
    const model = resolved(this.#ours, type);
    if (model?.kind === 'array') this.#addSentType(model.item);
    else if (model?.kind === 'struct') for (const field of model.fields.values()) this.#addSentType(field.type);
  }

  #add(kind: 'additive' | 'breaking', path: string, what: string): void {
    this.#finder.add(kind, WSDL_PLACE, path, what, '');
  }
}

/** Returns the type with a name, also of an array (`Group[]`); `undefined` for a type of XSD. */
function resolved({ types }: ServiceModel, name: string): TypeModel | undefined {
  return name.endsWith('[]') ? { kind: 'array', item: name.slice(0, -2) } : types.get(name);
}
