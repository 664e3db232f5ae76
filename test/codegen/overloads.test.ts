import { describe, expect, it } from 'vitest';
import { emitStub } from '../../src/codegen/emitting/emit-stub.js';
import { BODY, readGiven, readWarned, wsdl } from './given.js';

/** A WSDL with operations called `find`, one for each list of parts. */
function overloaded(...messages: readonly string[]): string {
  const named = messages.map((_, index) => `name="m${index}"`);
  return wsdl({
    top: messages.map((parts, index) => `<wsdl:message name="m${index}">${parts}</wsdl:message>`).join(''),
    operations: named
      .map(
        (name, index) =>
          `<wsdl:operation name="find"><wsdl:input ${name} message="tns:m${index}"/><wsdl:output message="tns:out"/></wsdl:operation>`,
      )
      .join(''),
    // In another order than in the port type.
    bound: named
      .map(
        (name) =>
          `<wsdl:operation name="find"><soap:operation soapAction="urn:${name.slice(6, -1)}"/><wsdl:input ${name}>${BODY}</wsdl:input><wsdl:output>${BODY}</wsdl:output></wsdl:operation>`,
      )
      .toReversed()
      .join(''),
  });
}

const part = (name: string, type = 'xsd:string') => `<wsdl:part name="${name}" type="${type}"/>`;
const CITY = part('city');

describe('operations of one name', () => {
  it('are distinguished by the names of their parts, and each has its own soapAction', () => {
    const { model, warnings } = readWarned(overloaded(CITY, CITY + part('street'), ''));
    expect(model.operations.slice(1)).toMatchObject([
      { name: 'find', identifier: 'find_city', soapAction: 'urn:m0', inputType: 'find_cityInput' },
      { name: 'find', identifier: 'find_city_street', soapAction: 'urn:m1' },
      { name: 'find', identifier: 'find', soapAction: 'urn:m2', input: [] },
    ]);
    expect(warnings).toEqual([]);
    expect(emitStub(model, '#runtime')).toContain('  find_city_street(');
  });

  it('are distinguished by the types of parts with equal names', () => {
    const { operations } = readGiven(overloaded(part('in0', 'xsd:int'), part('in0')));
    expect(operations.slice(1).map(({ identifier }) => identifier)).toEqual(['find_int', 'find_string']);
  });

  it('have the same identifiers in any order', () => {
    const both = [CITY, CITY + part('street')];
    const names = (messages: readonly string[]) =>
      readGiven(overloaded(...messages))
        .operations.map(({ identifier }) => identifier)
        .toSorted();
    expect(names(both)).toEqual(names(both.toReversed()));
  });

  it('are numbered if their parts are equal', () => {
    const { operations } = readGiven(overloaded(CITY, CITY));
    expect(operations.slice(1).map(({ identifier }) => identifier)).toEqual(['find', 'find_2']);
  });
});

describe('documentation', () => {
  it('of an operation is that of its binding if the port type has none', () => {
    const given = wsdl({ action: '<wsdl:documentation>Ends @here */ now.</wsdl:documentation>' });
    const model = readGiven(given);
    expect(model.operations).toMatchObject([{ documentation: 'Ends @here */ now.' }]);
    expect(emitStub(model, '#runtime')).toContain('   * Ends \\@here *\\/ now.\n');
  });
});
