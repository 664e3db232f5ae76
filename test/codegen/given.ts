import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServiceModel } from '../../src/codegen/model/model.js';
import { writeGenerated } from '../../src/codegen/output.js';
import { type ReadOptions, type ReadWsdl, readWsdl } from '../../src/codegen/read-wsdl.js';

/** Replacements for parts of a small valid WSDL. */
export interface Slots {
  /** Attributes of `wsdl:definitions`. */
  readonly attributes?: string;
  /** Directly in `wsdl:definitions`. */
  readonly top?: string;
  /** In the `xsd:schema`. */
  readonly schema?: string;
  /** The parts of the request. */
  readonly input?: string;
  /** The parts of the response; by default one for each type of the schema, so that all of them are read. */
  readonly output?: string;
  /** In the `wsdl:operation` of the port type. */
  readonly messages?: string;
  /** In the `wsdl:portType`, after its operation. */
  readonly operations?: string;
  /** The `soap:binding`. */
  readonly style?: string;
  /** The `soap:operation`. */
  readonly action?: string;
  /** In the `wsdl:input` of the bound operation. */
  readonly request?: string;
  /** In the `wsdl:output` of the bound operation. */
  readonly response?: string;
  /** In the `wsdl:binding`, after its operation. */
  readonly bound?: string;
  /** In the `wsdl:service`. */
  readonly ports?: string;
}

/** `soap:body` as it has to be. */
export const BODY = '<soap:body use="encoded" namespace="urn:t"/>';

/** Writes a WSDL with one operation, `op`. */
export function wsdl(slots: Slots = {}): string {
  return `<wsdl:definitions targetNamespace="urn:t" xmlns:tns="urn:t"
    xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:enc="http://schemas.xmlsoap.org/soap/encoding/"
    xmlns:xsd="http://www.w3.org/2001/XMLSchema" ${slots.attributes ?? ''}>
  ${slots.top ?? ''}
  <wsdl:types>
    <xsd:schema targetNamespace="urn:t">
      ${slots.schema ?? ''}
    </xsd:schema>
  </wsdl:types>
  <wsdl:message name="in">${slots.input ?? ''}</wsdl:message>
  <wsdl:message name="out">${slots.output ?? partsOf(slots.schema)}</wsdl:message>
  <wsdl:portType name="type">
    <wsdl:operation name="op">
      ${slots.messages ?? '<wsdl:input message="tns:in"/><wsdl:output message="tns:out"/>'}
    </wsdl:operation>
    ${slots.operations ?? ''}
  </wsdl:portType>
  <wsdl:binding name="binding" type="tns:type">
    ${slots.style ?? '<soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>'}
    <wsdl:operation name="op">
      ${slots.action ?? '<soap:operation soapAction="urn:t#op"/>'}
      <wsdl:input>${slots.request ?? BODY}</wsdl:input>
      <wsdl:output>${slots.response ?? BODY}</wsdl:output>
    </wsdl:operation>
    ${slots.bound ?? ''}
  </wsdl:binding>
  <wsdl:service name="S">
    ${slots.ports ?? '<wsdl:port name="port" binding="tns:binding"><soap:address location="http://t/"/></wsdl:port>'}
  </wsdl:service>
</wsdl:definitions>
`;
}

/** A part of each type that a schema declares. */
function partsOf(schema = ''): string {
  const names = [...schema.matchAll(/<xsd:(?:complex|simple)Type\b[^>]*?\bname="([^"]*)"/g)];
  return names.map(([, name], index) => `<wsdl:part name="part${index}" type="tns:${name}"/>`).join('');
}

/** Files that exist only in memory. */
type Given = string | Readonly<Record<string, string | Uint8Array>>;

/** Reads `/given/t.wsdl` from files that exist only in memory, with the warnings. */
export function readWarned(
  files: Given,
  options: Pick<ReadOptions, 'port' | 'documents' | 'operations' | 'strictness'> = {},
): ReadWsdl {
  const byName = typeof files === 'string' ? { 't.wsdl': files } : files;
  return readWsdl('/given/t.wsdl', {
    ...options,
    displayName: (path) => path.replace('/given/', ''),
    readFile: (path) => {
      const content = byName[path.replace('/given/', '')];
      if (content === undefined) throw new Error('no such file');
      return typeof content === 'string' ? new TextEncoder().encode(content) : content;
    },
  });
}

/** Reads a WSDL as {@link readWarned} does, and gives the model alone. */
export function readGiven(files: Given, port?: string): ServiceModel {
  return readWarned(files, { port }).model;
}

/** Reads a WSDL with the given parts. */
export function readSlots(slots: Slots, port?: string): ServiceModel {
  return readGiven(wsdl(slots), port);
}

/** Like {@link readSlots}, with the strictness `plain`. */
export function readPlain(slots: Slots): ServiceModel {
  return readWarned(wsdl(slots), { strictness: 'plain' }).model;
}

/** Wraps a schema type for an array of items, as `wsdl:arrayType` states it. */
export function arrayOf(name: string, arrayType: string): string {
  return `<xsd:complexType name="${name}"><xsd:complexContent><xsd:restriction base="enc:Array">
    <xsd:attribute ref="enc:arrayType" wsdl:arrayType="${arrayType}"/>
  </xsd:restriction></xsd:complexContent></xsd:complexType>`;
}

/** Writes a struct with the given elements. */
export function structOf(name: string, elements: string): string {
  return `<xsd:complexType name="${name}"><xsd:all>${elements}</xsd:all></xsd:complexType>`;
}

/** A service whose operations are the one that is always there, `op`, and others. */
export function withOperations(...names: readonly string[]): { readonly operations: string; readonly bound: string } {
  const operations = names.map(
    (name) =>
      `<wsdl:operation name="${name}"><wsdl:input message="tns:in"/><wsdl:output message="tns:out"/></wsdl:operation>`,
  );
  const bound = names.map(
    (name) =>
      `<wsdl:operation name="${name}"><wsdl:input>${BODY}</wsdl:input><wsdl:output>${BODY}</wsdl:output></wsdl:operation>`,
  );
  return { operations: operations.join(''), bound: bound.join('') };
}

const RUNTIME = fileURLToPath(new URL('../../src/soap/index.js', import.meta.url));

/** Writes the code for a WSDL file into a folder. It imports the runtime of the repository. */
export function writeCode(wsdlFile: string, folder: string): void {
  const { model } = readWsdl(wsdlFile, { readFile: readFileSync, displayName: (path) => path });
  writeGenerated(model, { path: folder, name: folder, runtime: relative(folder, RUNTIME) });
}
