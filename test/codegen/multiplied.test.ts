import { describe, expect, it } from 'vitest';
import { orderByDependency } from '../../src/codegen/emitting/emit-codecs.js';
import { emitStub } from '../../src/codegen/emitting/emit-stub.js';
import { messageOf } from './expect-refusals.js';
import { arrayOf, readSlots, structOf } from './given.js';

/** Types or groups, each of which is made of the next one: so many, and one that ends it. */
function chain(count: number, link: (name: string, next: string) => string, end: (name: string) => string): string {
  const links = Array.from({ length: count }, (_, index) => link(`T${index}`, `T${index + 1}`));
  return [...links, end(`T${count}`)].join('\n');
}

const FIELD = '<xsd:element name="f" type="xsd:int"/>';

describe('what a short document multiplies', () => {
  it('is not written down as an example', () => {
    const link = (name: string, next: string): string =>
      structOf(name, `<xsd:element name="a" type="tns:${next}"/><xsd:element name="b" type="tns:${next}"/>`);
    const schema = chain(12, link, (name) => structOf(name, FIELD));
    const stub = emitStub(readSlots({ schema, input: '<wsdl:part name="p" type="tns:T0"/>', output: '' }), '#runtime');
    expect(stub).toContain('op(input: types.opInput');
    expect(stub.length).toBeLessThan(5000);
  });

  it('is refused where groups of elements take in groups', () => {
    const link = (name: string, next: string): string => {
      const group = `<xsd:group ref="tns:${next}"/>`;
      return `<xsd:group name="${name}"><xsd:sequence>${group}${group}</xsd:sequence></xsd:group>`;
    };
    const groups = chain(12, link, (name) => `<xsd:group name="${name}"><xsd:all>${FIELD}</xsd:all></xsd:group>`);
    const schema = `${groups}<xsd:complexType name="S"><xsd:group ref="tns:T0"/></xsd:complexType>`;
    expect(messageOf(() => readSlots({ schema }))).toMatch(
      /: xsd:group "tns:T\d+": is in a type that includes more than 1000 groups$/,
    );
  });

  it('is refused where groups of attributes take in groups', () => {
    const link = (name: string, next: string): string => {
      const group = `<xsd:attributeGroup ref="tns:${next}"/>`;
      return `<xsd:attributeGroup name="${name}">${group}${group}</xsd:attributeGroup>`;
    };
    const groups = chain(12, link, (name) => `<xsd:attributeGroup name="${name}"/>`);
    const schema = `${groups}<xsd:complexType name="S"><xsd:attributeGroup ref="tns:T0"/></xsd:complexType>`;
    expect(messageOf(() => readSlots({ schema }))).toMatch(
      /: xsd:attributeGroup "tns:T\d+": is in a type that includes more than 1000 groups$/,
    );
  });
});

describe('what goes deep', () => {
  it.each([
    ['dimensions', `xsd:int[${','.repeat(32)}]`],
    ['arrays inside each other', `xsd:int${'[]'.repeat(33)}`],
  ])('is refused: more than 32 %s', (_, arrayType) => {
    expect(messageOf(() => readSlots({ schema: arrayOf('T', arrayType) }))).toMatch(
      /^t\.wsdl:\d+:\d+: xsd:attribute "enc:arrayType": wsdl:arrayType has more than 32 dimensions$/,
    );
  });
  it('is no matter in types that lead to each other one after the other', () => {
    const link = (name: string, next: string): string =>
      structOf(name, `<xsd:element name="a" type="tns:${next}" minOccurs="0"/>`);
    const schema = chain(20_000, link, (name) => structOf(name, FIELD));
    const model = readSlots({ schema, input: '<wsdl:part name="p" type="tns:T0"/>', output: '' });
    const ordered = orderByDependency(model.types);
    expect(ordered).toHaveLength(20_001);
    expect(ordered[0]).toMatchObject({ type: { identifier: 'T20000' }, circular: new Set() });
    expect(ordered.at(-1)).toMatchObject({ type: { identifier: 'T0' }, circular: new Set() });
  });
});
