import { XMLParser } from 'fast-xml-parser';
import { SaxesParser } from 'saxes';
import * as soap from 'soap';
import { SmsService } from '../../generated/service.js';
import type { sms_multi_param } from '../../generated/types.js';
import { DEFAULT_LIMITS } from '../../src/soap/decoder/limits.js';
import { writeMessage } from '../../src/soap/messages/envelope.js';
import type { Operation } from '../../src/soap/messages/operation.js';
import { readEnvelope } from '../../src/soap/messages/response.js';
import { toUtf8 } from '../../src/xml/charset.js';
import { TagScope } from '../../src/xml/tag.js';
import { makeDocument } from './documents.js';

/** A measured function. Its result is checked, so that the engine cannot remove the call. */
export type Job = () => unknown;

const WSDL = new URL('../../wsdl/sms-service.wsdl', import.meta.url).pathname;

/** Bytes in, checked typed objects out. */
function decodeOurs(name: string): Job {
  const { operation, bytes } = makeDocument(name);
  // As in a stub: its responses share their tags.
  const tags = new TagScope();
  const described: Operation<unknown, unknown> = SmsService.operations[operation];
  return () => readEnvelope(SmsService, described, toUtf8(bytes, 'utf-8'), DEFAULT_LIMITS, tags);
}

/** The same data as JSON: bytes in, unchecked objects out. */
function decodeJson(name: string): Job {
  const response = decodeOurs(name)() as { readonly output: unknown };
  const bytes = Buffer.from(JSON.stringify(response.output), 'utf8');
  return () => JSON.parse(bytes.toString('utf8'));
}

/** node-soap's own decoder, without its HTTP and its client: the form in which it is fastest. */
async function decodeNodeSoap(name: string): Promise<Job> {
  const { bytes } = makeDocument(name);
  const client = await soap.createClientAsync(WSDL);
  // `wsdl` is private in the types, and the only way to the decoder alone.
  const { wsdl } = client as unknown as { readonly wsdl: { xmlToObject(xml: string): unknown } };
  return () => wsdl.xmlToObject(bytes.toString('utf8'));
}

/** fast-xml-parser with its defaults that corrupt data switched off: a generic tree, no types. */
function decodeFastXmlParser(name: string): Job {
  const { bytes } = makeDocument(name);
  const parser = new XMLParser({
    ignoreAttributes: false,
    parseTagValue: false,
    removeNSPrefix: true,
    trimValues: false,
  });
  return () => parser.parse(bytes);
}

/** saxes with namespaces, with plain records and no types. */
function decodeSaxes(name: string): Job {
  const { bytes } = makeDocument(name);
  return () => {
    const records: Record<string, string>[] = [];
    let record: Record<string, string> = {};
    let text = '';
    const parser = new SaxesParser({ xmlns: true });
    parser.on('opentag', ({ local }) => {
      text = '';
      if (local === 'item') record = {};
    });
    parser.on('text', (piece) => {
      text += piece;
    });
    parser.on('closetag', ({ local }) => {
      if (local === 'item') records.push(record);
      else record[local] = text;
    });
    parser.write(bytes.toString('utf8')).close();
    return records;
  };
}

function sendMultiInput(name: string): { readonly client: object; readonly sms_param: sms_multi_param } {
  const count = Number(name.split(' ')[1]);
  const arTo = Array.from({ length: count }, (_, index) => String(48_500_000_000 + index));
  const sms_param = { arTo, from: 'Test', message: 'Zażółć gęślą jaźń & <b>', test: 1 };
  return { client: { username: 'alice', password: 'sesame' }, sms_param };
}

function encodeOurs(name: string): Job {
  const { soap_SendMulti } = SmsService.operations;
  const input = sendMultiInput(name) as Parameters<typeof soap_SendMulti.input.writeParts>[0];
  return () => Buffer.from(writeMessage(SmsService, soap_SendMulti, soap_SendMulti.input, input), 'utf8');
}

/** node-soap's own encoder, given arrays in the one form in which it writes their items. */
async function encodeNodeSoap(name: string): Promise<Job> {
  const { client, sms_param } = sendMultiInput(name);
  const input = { client, sms_param: { ...sms_param, arTo: { item: sms_param.arTo } } };
  const soapClient = await soap.createClientAsync(WSDL);
  const { wsdl } = soapClient as unknown as {
    readonly wsdl: { objectToRpcXML(name: string, params: object, prefix: string, uri: string): string };
  };
  return () => Buffer.from(wsdl.objectToRpcXML('soap_SendMulti', input, 'tns', 'urn:sms-service'), 'utf8');
}

/** The functions that are measured in separate processes, by `work/contender`. */
export const CONTENDERS: Readonly<Record<string, (name: string) => Job | Promise<Job>>> = {
  'decode/ours': decodeOurs,
  'decode/JSON.parse': decodeJson,
  'decode/node-soap': decodeNodeSoap,
  'decode/fast-xml-parser': decodeFastXmlParser,
  'decode/saxes': decodeSaxes,
  'encode/ours': encodeOurs,
  'encode/node-soap': encodeNodeSoap,
};
