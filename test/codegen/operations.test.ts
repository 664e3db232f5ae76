import { describe, expect, it } from 'vitest';
import { generateFiles } from '../../src/codegen/output.js';
import { BODY, readGiven, readSlots, readWarned, wsdl } from './given.js';

const ONE_WAY = '<wsdl:input message="tns:in"/>';
const PART = '<wsdl:part name="p" type="xsd:int"/>';

describe('an operation that is not answered', () => {
  const model = readSlots({ messages: ONE_WAY, input: PART });

  it('has no output', () => {
    expect(model.operations).toMatchObject([{ name: 'op', inputType: 'opInput', outputType: undefined, output: [] }]);
  });

  it('resolves to undefined', () => {
    const files = generateFiles(model, 'sms-service-client/soap');
    expect(files.get('service.ts')).toContain('export const op: Operation<types.opInput, undefined> = oneWay({');
    expect(files.get('stub.ts')).toContain('op(input: types.opInput, options?: CallOptions): Promise<undefined> {');
    expect(files.get('stub.ts')).toContain(' * await stub.op({ p: 1 });');
    expect(files.get('types.ts')).not.toContain('opOutput');
  });
});

describe('a part that names an element', () => {
  const schema = `<xsd:element name="e" type="xsd:long"/>
    <xsd:element name="f"><xsd:complexType><xsd:sequence><xsd:element name="g" type="xsd:int"/></xsd:sequence>
    </xsd:complexType></xsd:element>`;

  it('has the type of the element, and its own name', () => {
    const input = '<wsdl:part name="p" element="tns:e"/>';
    const [operation] = readSlots({ schema, input }).operations;
    expect(operation?.input).toMatchObject([{ name: 'p', type: { kind: 'scalar', scalar: { codec: 'long' } } }]);
  });

  it('has a type without a name as well', () => {
    const { types } = readSlots({ schema, input: '<wsdl:part name="p" element="tns:f"/>' });
    expect(types).toMatchObject([{ kind: 'struct', identifier: 'f', fields: [{ name: 'g' }] }]);
  });

  it('may be any value if the element is undefined, with a warning', () => {
    const { model, warnings } = readWarned(wsdl({ input: '<wsdl:part name="p" element="tns:h"/>' }));
    expect(model.operations[0]?.input).toMatchObject([{ type: { kind: 'named', of: 'any' } }]);
    expect(warnings).toEqual([expect.stringContaining('its element "{urn:t}h" is not defined: it may be any value')]);
  });
});

describe('a message whose soap:body is missing', () => {
  it('has no namespace', () => {
    const { model } = readWarned(wsdl().replace(`<wsdl:input>${BODY}</wsdl:input>`, '<wsdl:input/>'));
    expect(model.operations).toMatchObject([{ name: 'op', namespace: '' }]);
  });
});

describe('a document that imports another one with a service', () => {
  const other = wsdl().replaceAll('urn:t', 'urn:other').replace('wsdl:service name="S"', 'wsdl:service name="Other"');
  const top = '<wsdl:import namespace="urn:other" location="other.wsdl"/>';

  it('means its own', () => {
    expect(readGiven({ 't.wsdl': wsdl({ top }), 'other.wsdl': other }).name).toBe('S');
  });

  it('means that of the other document if it has none', () => {
    const none = wsdl({ top }).replace(/<wsdl:service[^]*<\/wsdl:service>/, '');
    expect(readGiven({ 't.wsdl': none, 'other.wsdl': other }).name).toBe('Other');
  });
});

describe('headers of messages', () => {
  const top = `<wsdl:message name="h"><wsdl:part name="session" type="xsd:long"/><wsdl:part name="e" element="tns:e"/>
    </wsdl:message>`;
  const schema = '<xsd:element name="e" type="xsd:string"/>';
  const header = (part: string, use = 'encoded') =>
    `${BODY}<soap:header message="tns:h" part="${part}" use="${use}" namespace="urn:h"/>`;

  it('are parts of the request and the response, in their namespace', () => {
    const model = readSlots({ top, schema, request: header('session'), response: header('e') });
    expect(model.operations[0]?.headers).toMatchObject({
      input: [{ name: 'session', namespace: 'urn:h', type: { kind: 'scalar', scalar: { codec: 'long' } } }],
      output: [{ name: 'e', namespace: 'urn:t', type: { kind: 'scalar', scalar: { codec: 'string' } } }],
    });
    const types = generateFiles(model, 'sms-service-client/soap').get('types.ts');
    expect(types).toMatch(/\$headers\?: \{\s+readonly session\?: bigint \| null \| undefined;\s+\} \| undefined;/);
    expect(types).toMatch(/\$headers: \{\s+readonly e\?: string \| null \| undefined;\s+\};/);
    expect(model.namespaces.map(({ uri }) => uri)).toEqual(['urn:t', 'urn:h']);
  });

  it.each([
    ['literal', header('session', 'literal'), 'use="literal" is not supported, only encoded'],
    ['of a part that is not there', header('other'), 'its message has no part "other"'],
  ])('are omitted if they are %s, with a warning', (_, request, why) => {
    const { model, warnings } = readWarned(wsdl({ top, schema, request }));
    expect(model.operations[0]?.headers.input).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining(why)]);
  });
});
