import { readFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from 'esbuild';
import { CommandError } from '../../../../src/cli/running/failure.js';
import { Refusal } from '../../../../src/codegen/model/refusal.js';
import { generateFiles } from '../../../../src/codegen/output.js';
import { readWsdl } from '../../../../src/codegen/read-wsdl.js';
import type { Random } from '../../random.js';
import { Broken, type FileKind, type Reader } from '../file-kind.js';

const NAME = 'service.wsdl';
const XSD = 'http://www.w3.org/2001/XMLSchema';
const TOKENS = [
  '<xsd:complexType name="T0"><xsd:sequence/></xsd:complexType>',
  ...['<xsd:element name="a" type="tns:T0"/>', '<xsd:element ref="tns:e"/>'],
  '<xsd:group name="g"><xsd:sequence><xsd:group ref="tns:g"/></xsd:sequence></xsd:group>',
  ...['<xsd:attribute name="b" type="xsd:string"/>', '<xsd:extension base="tns:T0">', '<xsd:choice>'],
  ...['<xsd:any/>'],
  '<xsd:import namespace="urn:x" schemaLocation="service.wsdl"/>',
  ...['<xsd:include schemaLocation="service.wsdl"/>', '<part name="p" type="tns:T1"/>'],
  ...['<operation name="op0">', ' maxOccurs="unbounded"', ' minOccurs="0"', ' nillable="true"'],
  ...[' wsdl:arrayType="xsd:int[]"', 'tns:T0', 'xsd:anyType', 'encoded', 'literal'],
  ...['<!DOCTYPE a [<!ENTITY b "c">]>', '&#0;'],
] as const;

/** The WSDLs that the generator reads. */
export const wsdlFiles: FileKind = {
  name: 'wsdl',
  form: 'text',
  tokens: TOKENS,
  place: /service\.wsdl(?:_\d+)?(?::\d+:\d+)?: /,
  honest: (random, bytes) => ({
    files: new Map([[NAME, Buffer.from(wsdlOf(random, Math.max(1, Math.floor(bytes / 450))))]]),
    readers: [READER],
  }),
};

const READER: Reader = {
  name: 'generated',
  read: (folder) => {
    try {
      const { model, warnings } = readWsdl(path.join(folder, NAME), {
        readFile: readFileSync,
        displayName: (file) => path.basename(file),
      });
      for (const [file, text] of generateFiles(model, 'sms-service-client/soap')) checkSyntax(file, text);
      return { outcome: warnings.length === 0 ? 'read' : 'read with warnings', told: warnings };
    } catch (error) {
      // In the format of the command.
      if (error instanceof Refusal) throw new CommandError(error.message);
      throw error;
    }
  },
};

/** Checks that the generated code has no syntax errors, for any type names. */
function checkSyntax(file: string, text: string): void {
  try {
    transformSync(text, { loader: 'ts', logLevel: 'silent' });
  } catch (error) {
    throw new Broken(`${file} is no TypeScript: ${error instanceof Error ? error.message : ''}`);
  }
}

const SCALARS = ['string', 'int', 'long', 'boolean', 'dateTime', 'base64Binary', 'decimal', 'anyType'];

/** A WSDL with several types. An operation uses each type. */
function wsdlOf(random: Random, count: number): string {
  const typeOf = (): string => (random.chance(0.6) ? `xsd:${random.pick(SCALARS)}` : `tns:T${random.below(count)}`);
  const types = Array.from({ length: count }, (_, index) => {
    if (index % 5 === 4) return arrayOf(index, typeOf());
    const fields = Array.from(
      { length: 1 + random.below(4) },
      (__, field) => `<xsd:element name="f${field}" type="${typeOf()}" minOccurs="0" nillable="true"/>`,
    );
    return `<xsd:complexType name="T${index}"><xsd:sequence>${fields.join('')}</xsd:sequence></xsd:complexType>\n`;
  });
  const each = (make: (index: number) => string): string => Array.from({ length: count }, (_, i) => make(i)).join('\n');
  const body = `<soap:body use="encoded" namespace="urn:x" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/>`;
  return `<definitions targetNamespace="urn:x" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:tns="urn:x" xmlns:xsd="${XSD}"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"
  xmlns:enc="http://schemas.xmlsoap.org/soap/encoding/">
<types><xsd:schema targetNamespace="urn:x">
${types.join('')}</xsd:schema></types>
${each((i) => `<message name="m${i}"><part name="p" type="tns:T${i}"/></message>`)}
<portType name="P">
${each((i) => `<operation name="op${i}"><input message="tns:m${i}"/><output message="tns:m${(i + 1) % count}"/></operation>`)}
</portType>
<binding name="B" type="tns:P"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
${each((i) => `<operation name="op${i}"><soap:operation soapAction=""/><input>${body}</input><output>${body}</output></operation>`)}
</binding>
<service name="S"><port name="Q" binding="tns:B"><soap:address location="http://localhost/"/></port></service>
</definitions>
`;
}

function arrayOf(index: number, item: string): string {
  return (
    `<xsd:complexType name="T${index}"><xsd:complexContent><xsd:restriction base="enc:Array">` +
    `<xsd:attribute ref="enc:arrayType" wsdl:arrayType="${item}[]"/></xsd:restriction></xsd:complexContent></xsd:complexType>\n`
  );
}
