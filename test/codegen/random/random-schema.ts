import fc, { type Arbitrary } from 'fast-check';
import { SCALARS } from './scalar-values.js';

/** A schema, and the names of the types that parts may have. */
export interface RandomSchema {
  readonly schema: string;
  readonly names: readonly string[];
}

/** One of so many, as an index. */
const index = fc.nat(1_000_000);

/** A source of choices: the same ones for the same numbers, so that a schema can be made smaller. */
class Choices {
  readonly #numbers: readonly number[];
  #next = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  below(limit: number): number {
    return (this.#numbers[this.#next++ % this.#numbers.length] ?? 0) % limit;
  }

  of<T>(all: readonly [T, ...T[]]): T {
    return all[this.below(all.length)] ?? all[0];
  }

  isSo(): boolean {
    return this.below(2) === 1;
  }
}

const KINDS = ['struct', 'struct', 'derived', 'array', 'array', 'alias', 'list', 'union', 'price'] as const;
const SCALAR_NAMES = Object.keys(SCALARS) as [string, ...string[]];

/** Random schemas: types of every kind, nested in each other and in themselves. */
export const randomSchema: Arbitrary<RandomSchema> = fc
  .tuple(fc.integer({ min: 1, max: 7 }), fc.array(index, { minLength: 40, maxLength: 160 }))
  .map(([count, numbers]) => new SchemaWriter(count, new Choices(numbers)).write());

class SchemaWriter {
  readonly #choices: Choices;
  readonly #kinds: readonly (typeof KINDS)[number][];

  constructor(count: number, choices: Choices) {
    this.#choices = choices;
    this.#kinds = Array.from({ length: count }, () => choices.of(KINDS));
  }

  write(): RandomSchema {
    const names = this.#kinds.map((_, number) => `T${number}`);
    return { schema: this.#kinds.map((kind, number) => this.#type(kind, number)).join('\n'), names };
  }

  #type(kind: (typeof KINDS)[number], number: number): string {
    const name = `T${number}`;
    const choices = this.#choices;
    switch (kind) {
      case 'struct':
        return `<xsd:complexType name="${name}"${choices.below(8) === 0 ? ' abstract="true"' : ''}>${this.#content(name)}</xsd:complexType>`;
      case 'derived': {
        const base = this.#earlier(number, ['struct', 'derived']);
        const content = this.#content(name);
        if (base === undefined) return `<xsd:complexType name="${name}">${content}</xsd:complexType>`;
        const extension = `<xsd:extension base="tns:${base}">${content}</xsd:extension>`;
        return `<xsd:complexType name="${name}"><xsd:complexContent>${extension}</xsd:complexContent></xsd:complexType>`;
      }
      case 'array': {
        const brackets = choices.of(['[]', '[]', '[,]', '[][]', '[,,]', '[,][]', '[][,]']);
        const attribute = `<xsd:attribute ref="enc:arrayType" wsdl:arrayType="${this.#reference()}${brackets}"/>`;
        const restriction = `<xsd:restriction base="enc:Array">${attribute}</xsd:restriction>`;
        return `<xsd:complexType name="${name}"><xsd:complexContent>${restriction}</xsd:complexContent></xsd:complexType>`;
      }
      case 'alias': {
        const base = choices.isSo() ? this.#earlier(number, ['alias', 'list', 'union']) : undefined;
        const of = base === undefined ? this.#scalar() : `tns:${base}`;
        return `<xsd:simpleType name="${name}"><xsd:restriction base="${of}"/></xsd:simpleType>`;
      }
      case 'list':
        return `<xsd:simpleType name="${name}"><xsd:list itemType="${this.#scalar()}"/></xsd:simpleType>`;
      case 'union':
        return `<xsd:simpleType name="${name}"><xsd:union memberTypes="xsd:int xsd:string"/></xsd:simpleType>`;
      default: {
        const extension = `<xsd:extension base="${this.#simple()}">${this.#attributes(name)}</xsd:extension>`;
        return `<xsd:complexType name="${name}"><xsd:simpleContent>${extension}</xsd:simpleContent></xsd:complexType>`;
      }
    }
  }

  /** The fields and attributes of a struct; their names are its own. */
  #content(owner: string, depth = 0): string {
    const group = this.#choices.of(['sequence', 'all', 'choice', 'sequence']);
    const count = this.#choices.below(4);
    const fields = Array.from({ length: count }, (_, number) => this.#element(`${owner}_${number}`, depth));
    return `<xsd:${group}>${fields.join('')}</xsd:${group}>${this.#choices.isSo() ? this.#attributes(owner) : ''}`;
  }

  #element(name: string, depth: number): string {
    const choices = this.#choices;
    const occurs =
      choices.of(['', '', ' minOccurs="0"', ' maxOccurs="unbounded"']) + choices.of(['', '', ' nillable="true"']);
    if (depth < 2 && choices.below(6) === 0) {
      const content = `<xsd:complexType>${this.#content(name, depth + 1)}</xsd:complexType>`;
      return `<xsd:element name="${name}"${occurs}>${content}</xsd:element>`;
    }
    return `<xsd:element name="${name}" type="${this.#reference()}"${occurs}/>`;
  }

  #attributes(owner: string): string {
    return Array.from({ length: this.#choices.below(3) }, (_, number) => {
      const use = this.#choices.isSo() ? ' use="required"' : '';
      // Some have the name of the first element.
      return `<xsd:attribute name="${owner}_${number * 10}" type="${this.#simple()}"${use}/>`;
    }).join('');
  }

  #reference(): string {
    const kind = this.#choices.below(6);
    if (kind === 0) return this.#choices.of(['xsd:anyType', 'enc:Array', 'tns:Nowhere']);
    return kind < 3 ? this.#scalar() : `tns:T${this.#choices.below(this.#kinds.length)}`;
  }

  #scalar(): string {
    return `xsd:${this.#choices.of(SCALAR_NAMES)}`;
  }

  #simple(): string {
    const found = this.#earlier(this.#kinds.length, ['alias', 'list', 'union']);
    return found !== undefined && this.#choices.isSo() ? `tns:${found}` : this.#scalar();
  }

  #earlier(before: number, kinds: readonly string[]): string | undefined {
    const found = this.#kinds.flatMap((kind, number) => (number < before && kinds.includes(kind) ? [number] : []));
    return found.length === 0 ? undefined : `T${found[this.#choices.below(found.length)]}`;
  }
}
