import { type DriftFinder, joined } from '../replay/contract/drift.js';
import type { OperationModel, Parts, ServiceModel, TypeModel } from './read-wsdl.js';

export const WSDL_PLACE = 'WSDL';

interface Use {
  readonly inRequest: boolean;
  readonly inResponse: boolean;
}

type Direction = 'input' | 'output';

/** Holds the WSDL that a gateway gives against the contract, by section 9. */
export class WsdlComparison {
  readonly #finder: DriftFinder;
  readonly #ours: ServiceModel;
  readonly #theirs: ServiceModel;
  readonly #uses = new Map<string, Use>();
  readonly #compared = new Set<string>();

  constructor(finder: DriftFinder, ours: ServiceModel, theirs: ServiceModel) {
    this.#finder = finder;
    this.#ours = ours;
    this.#theirs = theirs;
    for (const { input, output } of ours.operations.values()) {
      for (const type of input.values()) this.#use(type, 'input');
      for (const type of output.values()) this.#use(type, 'output');
    }
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
    // The specification itself writes one part `Response` here and `response` there (section 4.10).
    const find = (parts: Parts, name: string): string | undefined =>
      parts.get(name) ?? [...parts].find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];
    for (const name of theirs.keys()) {
      if (find(ours, name) !== undefined) continue;
      // Every part of a request has to be sent.
      if (direction === 'input') this.#add('breaking', joined(operation, name), 'is a new required part');
      else this.#add('additive', joined(operation, name), 'is a new part');
    }
    for (const [name, type] of ours) {
      const other = find(theirs, name);
      if (other === undefined) this.#add('breaking', joined(operation, name), 'was removed');
      else this.#type(type, other, joined(operation, name), useOf(direction));
    }
  }

  #type(ours: string, theirs: string, path: string, use: Use): void {
    const [one, other] = [resolved(this.#ours, ours), resolved(this.#theirs, theirs)];
    if (one === undefined || other === undefined || one.kind !== other.kind) {
      if (ours !== theirs || one?.kind !== other?.kind) {
        this.#add('breaking', path, `is ${theirs}, but ${ours} in the contract`);
      }
      return;
    }
    // A type has one place, however many operations it is part of.
    const at = ours === theirs ? ours : path;
    const key = `${at} ${ours} ${theirs}`;
    if (this.#compared.has(key)) return;
    this.#compared.add(key);
    if (one.kind === 'array' && other.kind === 'array') this.#type(one.item, other.item, `${at}[]`, use);
    else if (one.kind === 'struct' && other.kind === 'struct') {
      this.#fields(one.fields, other.fields, at, this.#uses.get(ours) ?? use);
    }
  }

  #fields(ours: Extract<TypeModel, { kind: 'struct' }>['fields'], theirs: typeof ours, path: string, use: Use): void {
    for (const [name, { isOptional }] of theirs) {
      if (ours.has(name)) continue;
      const mustBeSent = use.inRequest && !isOptional;
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
        if (this.#theirs.marksOptional && use.inRequest && isOptional && !other.isOptional) {
          this.#add('breaking', at, 'is required, but optional in the contract');
        }
        this.#type(type, other.type, at, use);
      }
    }
  }

  #use(type: string, direction: Direction): void {
    const before = this.#uses.get(type);
    const { inRequest, inResponse } = useOf(direction);
    const isKnown = direction === 'input' ? before?.inRequest === true : before?.inResponse === true;
    if (isKnown) return;
    this.#uses.set(type, {
      inRequest: inRequest || before?.inRequest === true,
      inResponse: inResponse || before?.inResponse === true,
    });
    const model = resolved(this.#ours, type);
    if (model?.kind === 'array') this.#use(model.item, direction);
    else if (model?.kind === 'struct') for (const field of model.fields.values()) this.#use(field.type, direction);
  }

  #add(kind: 'additive' | 'breaking', path: string, what: string): void {
    this.#finder.add(kind, WSDL_PLACE, path, what, '');
  }
}

function useOf(direction: Direction): Use {
  return { inRequest: direction === 'input', inResponse: direction === 'output' };
}

/** The type of a name; an array in its place, too. `undefined` for one of XSD. */
function resolved({ types }: ServiceModel, name: string): TypeModel | undefined {
  return name.endsWith('[]') ? { kind: 'array', item: name.slice(0, -2) } : types.get(name);
}
