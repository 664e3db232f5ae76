import { describe, expect, it } from 'vitest';
import { arrayOf, BODY, readGiven, readSlots, readWarned, type Slots, structOf, wsdl } from './given.js';

/** Slots for a second operation, `two`. */
function second(message: string, body = BODY) {
  return {
    operations: `<wsdl:operation name="two"><wsdl:input message="tns:${message}"/><wsdl:output message="tns:out"/></wsdl:operation>`,
    bound: `<wsdl:operation name="two"><wsdl:input>${body}</wsdl:input><wsdl:output>${BODY}</wsdl:output></wsdl:operation>`,
  };
}

const operationsOf = (slots: Slots) => {
  const { model, warnings } = readWarned(wsdl(slots));
  return { names: model.operations.map(({ name }) => name), warnings };
};

describe('what no operation needs', () => {
  it.each([
    ['a type that nothing refers to', { schema: '<xsd:complexType name="T"><xsd:choice/></xsd:complexType>' }],
    [
      'a type of an unbound prefix',
      {
        schema:
          '<xsd:complexType name="T"><xsd:complexContent><xsd:restriction base="x:y"/></xsd:complexContent></xsd:complexType>',
      },
    ],
    ['an array of an undefined type', { schema: arrayOf('T', 'tns:U[]') }],
    [
      'a type that is defined twice',
      { schema: structOf('T', '') + structOf('T', '<xsd:element name="f" type="xsd:int"/>') },
    ],
    ['a type without a name', { schema: '<xsd:complexType/>' }],
    ['what is no part of a schema', { schema: '<xsd:struct name="T"/>' }],
    ['a message with parts of no type', { top: '<wsdl:message name="m"><wsdl:part name="p"/></wsdl:message>' }],
    [
      'a message that is defined twice',
      { top: '<wsdl:message name="m"/><wsdl:message name="m"><wsdl:part name="p"/></wsdl:message>' },
    ],
    ['a binding without a port type', { top: '<wsdl:binding name="b" type="tns:none"/>' }],
  ])('does not matter: %s', (_, slots: Slots) => {
    expect(readWarned(wsdl({ ...slots, output: '<wsdl:part name="p" type="xsd:int"/>' }))).toMatchObject({
      model: { types: [], operations: [{ name: 'op' }] },
      warnings: [],
    });
  });

  it('is not generated', () => {
    const schema =
      structOf('A', '<xsd:element name="f" type="tns:B"/>') +
      arrayOf('B', 'tns:C[]') +
      structOf('C', '') +
      structOf('D', '');
    const { types } = readSlots({ schema, output: '<wsdl:part name="p" type="tns:A"/>' });
    expect(types.map(({ name }) => name)).toEqual(['A', 'B', 'C']);
  });
});

describe('an operation that cannot be generated for is left out, with a warning', () => {
  it.each([
    [
      'a message that is not defined',
      second('none'),
      /^t\.wsdl:\d+:\d+: wsdl:operation "two": is skipped: t\.wsdl:\d+:\d+: wsdl:input: its wsdl:message "\{urn:t\}none" is not defined$/,
    ],
    [
      'literal use',
      second('in', '<soap:body use="literal"/>'),
      /: soap:body: rpc\/literal is not supported, only rpc\/encoded$/,
    ],
    [
      'no binding',
      { operations: second('in').operations },
      /: wsdl:operation "two": its wsdl:binding does not bind it$/,
    ],
    ['no port type', { bound: second('in').bound }, /: wsdl:operation "two": its wsdl:portType has no such operation$/],
    [
      'a type that is not supported',
      {
        ...second('m'),
        top: '<wsdl:message name="m"><wsdl:part name="p" type="tns:T"/></wsdl:message>',
        schema: '<xsd:complexType name="T"><xsd:struct/></xsd:complexType>',
        output: '',
      },
      /: xsd:struct: /,
    ],
  ] satisfies [string, Slots, RegExp][])('for %s', (_, slots: Slots, wanted) => {
    const { names, warnings } = operationsOf(slots);
    expect(names).toEqual(['op']);
    expect(warnings).toEqual([expect.stringMatching(wanted)]);
  });

  it('unless it is asked for by name', () => {
    const given = wsdl(second('none'));
    expect(() => readWarned(given, { operations: ['op', 'two'] })).toThrow(
      'its wsdl:message "{urn:t}none" is not defined',
    );
    expect(readWarned(given, { operations: ['op'] }).warnings).toEqual([]);
  });

  it('and none left is a refusal', () => {
    expect(() => readSlots({ messages: '<wsdl:input message="tns:none"/><wsdl:output message="tns:out"/>' })).toThrow(
      'its wsdl:message "{urn:t}none" is not defined',
    );
  });
});

describe('names that are equal in TypeScript', () => {
  it('of types are numbered in the order of the schemas', () => {
    const schema = `${structOf('a-b', '')}${structOf('a.b', '')}${structOf('a_b', '')}`;
    const all = readSlots({ schema }).types;
    expect(all.map(({ name, identifier }) => [name, identifier])).toEqual([
      ['a-b', 'a_b'],
      ['a.b', 'a_b_2'],
      ['a_b', 'a_b_3'],
    ]);
    const one = readSlots({ schema, output: '<wsdl:part name="p" type="tns:a_b"/>' }).types;
    expect(one).toMatchObject([{ identifier: 'a_b_3' }]);
  });
});

describe('a wrapper', () => {
  it('is in no namespace if the WSDL gives none', () => {
    expect(readGiven(wsdl({ request: '<soap:body use="encoded"/>' }))).toMatchObject({
      namespaces: [],
      operations: [{ namespace: '' }],
    });
  });
});
