import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type CheckContractOptions, type ContractReport, checkContract } from '../../src/contract-check/index.js';
import { responseXml } from '../../src/replay/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import type { Transport, TransportRequest } from '../../src/transport/transport.js';
import { rejection } from '../support/collect.js';
import { ROOT } from '../support/run.js';
import { everythingShown } from '../support/shown.js';

const credentials = { username: 'demo', password: 'demo-password' };
const WSDL = readFileSync(`${ROOT}wsdl/sms-service.wsdl`, 'utf8');

interface Changed {
  /** The WSDL of the gateway. Absent: the gateway has none. */
  readonly wsdl?: string;
  /** Responses that replace those of the embedded gateway, by operation name. */
  readonly answers?: Readonly<Record<string, string>>;
}

/** The embedded gateway with changed responses. */
function gateway({ wsdl, answers = {} }: Changed): Transport & { readonly asked: TransportRequest[] } {
  const sandbox = createSandbox({
    accounts: [
      {
        ...credentials,
        points: 10,
        groups: [{ name: 'Friends', info: 'all', numbers: [{ number: '48500100200', name: 'Ann' }] }],
      },
    ],
  });
  const inner = sandbox.transport();
  const asked: TransportRequest[] = [];
  return {
    asked,
    send: async (request) => {
      asked.push(request);
      const headers = { 'content-type': 'text/xml; charset=utf-8' };
      if (request.method === 'GET') {
        return wsdl === undefined
          ? { status: 404, headers: {}, body: new Uint8Array() }
          : { status: 200, headers, body: Buffer.from(wsdl) };
      }
      const answer = answers[request.operation];
      return answer === undefined ? inner.send(request) : { status: 200, headers, body: Buffer.from(answer) };
    },
  };
}

const check = (changed: Changed, more: Partial<CheckContractOptions> = {}): Promise<ContractReport> =>
  checkContract({ url: 'http://gateway.test/soap', credentials, transport: gateway(changed), ...more });

const shown = ({ findings }: ContractReport): readonly string[] =>
  findings.map(({ interface: of, kind, place, what }) => `${of} ${kind} ${place} ${what}`);

/** Returns the differences of a gateway's WSDL. */
async function wsdlFindings(
  ...changes: readonly (readonly [from: string | RegExp, to: string])[]
): Promise<readonly string[]> {
  let wsdl = WSDL;
  for (const [from, to] of changes) {
    const changed = wsdl.replace(from, to);
    if (changed === wsdl) throw new Error(`${from} is not there`);
    wsdl = changed;
  }
  const report = await checkContract({ url: 'http://gateway.test/soap', transport: gateway({ wsdl }) });
  expect(report.checked).toEqual(['WSDL']);
  return shown(report).map((line) => line.replace('soap ', ''));
}

const ELEMENT = /<xsd:element name="num_count"[^>]*>/;

describe('the check of a live gateway over SOAP', () => {
  it('finds no difference if the gateway follows the contract, and lists skipped operations', async () => {
    const report = await check({ wsdl: WSDL }, { testTo: '48500100200' });
    expect(report).toEqual({
      findings: [],
      isBreaking: false,
      checked: [
        'WSDL',
        'soap_CheckPoints',
        'soap_GetSenders',
        'soap_GetGroups',
        'soap_GetNumbers',
        'soap_GetSmsByDate',
        'soap_SendSms',
      ],
      skipped: [
        { place: 'soap_GetSmsByIds', why: 'the account has sent nothing within a day' },
        ...['DelSchSmsById', 'AddNumber', 'DelNumber', 'AddGroup', 'DelGroup', 'SendMulti', 'SendSmsExt'].map(
          (name) => ({
            place: `soap_${name}`,
            why: 'it is not a read-only operation',
          }),
        ),
      ],
    });
  });

  it('sends only a test message, and only on request', async () => {
    const sends = async (more: Partial<CheckContractOptions>): Promise<readonly string[]> => {
      const transport = gateway({});
      await check({}, { ...more, transport });
      return transport.asked.map(({ body }) => String(body)).filter((body) => body.includes('soap_Send'));
    };
    expect(await sends({})).toEqual([]);
    const [rehearsal, ...others] = await sends({ testTo: '48500100200' });
    expect(rehearsal).toContain('<test xsi:type="xsd:int">1</test>');
    expect(others).toEqual([]);
  });

  it('distinguishes new fields, removed fields and changed types', async () => {
    const group = { id: '1', name: 'A', info: 'x', num_count: 1 };
    const groups = responseXml('soap_GetGroups', { result: 0, description: 'OK', arGroups: [group] })
      .replace(/<info[^>]*>x<\/info>/, '<color>red</color>')
      .replace('>1</num_count>', '>many</num_count>');
    const report = await check({ answers: { soap_GetGroups: groups } });
    expect(shown(report)).toEqual([
      'soap breaking soap_GetGroups arGroups[].info is in no response',
      'soap breaking soap_GetGroups arGroups[].num_count is no xsd:int',
      'soap additive soap_GetGroups arGroups[].color is not in the contract',
    ]);
    expect(report.isBreaking).toBe(true);
    expect(report.checked).toContain('soap_GetGroups');
  });

  it('names an unknown code and an unknown status, and does not count the refused call as checked', async () => {
    const sms = { id: '7', to: '48500100200', from: 'Test', message: 'Hi', flash: 0, eco: 0, date: 1, status: 499 };
    const records = { result: 0, description: 'OK', arSms: [{ ...sms, submitdate: 1, donedate: 1 }] };
    const report = await check({
      answers: {
        soap_GetSenders: responseXml('soap_GetSenders', { result: 7777, description: 'no', arSenders: [] }),
        soap_GetSmsByDate: responseXml('soap_GetSmsByDate', records),
        soap_GetSmsByIds: responseXml('soap_GetSmsByIds', records),
      },
    });
    expect(shown(report)).toEqual([
      'soap additive soap_GetSenders is refused with code 7777, which is not in the contract',
      'soap additive soap_GetSmsByDate arSms[].status has a value that is not in the contract',
    ]);
    expect(report.isBreaking).toBe(false);
    expect(report.checked).not.toContain('soap_GetSenders');
    expect(report.skipped).toContainEqual({ place: 'soap_GetSenders', why: 'soap_GetSenders: gateway code 7777 "no"' });
  });

  it('reports why nothing was compared if the credentials are refused or the gateway is unreachable', async () => {
    const refused = await check({}, { credentials: { ...credentials, password: 'sesame-0001' } });
    expect(refused.checked).toEqual([]);
    expect(refused.skipped.map(({ place }) => place)).toContain('soap_CheckPoints');
    expect(everythingShown(refused)).not.toContain('sesame');
    // Accounts are locked after this number of refused logins.
    const asked = gateway({});
    await check({}, { credentials: { ...credentials, password: 'sesame-0001' }, transport: asked });
    expect(asked.asked.map(({ operation }) => operation)).toEqual(['WSDL', 'soap_CheckPoints']);
    const page = Buffer.from('<html>no</html>');
    const transport: Transport = { send: async () => ({ status: 404, headers: {}, body: page }) };
    const { checked, skipped } = await check({}, { transport });
    expect(checked).toEqual([]);
    expect(skipped[0]).toEqual({ place: 'WSDL', why: 'could not be fetched: HTTP status 404' });
  });

  it('shows neither the password nor a telephone number, even as the name of an element', async () => {
    const points = responseXml('soap_CheckPoints', { result: 0, description: 'OK', points: 1 });
    const echoing = points.replace('<points', '<n48500100200>1</n48500100200><demo-password>1</demo-password><points');
    const report = await check({ answers: { soap_CheckPoints: echoing } });
    expect(shown(report)).toHaveLength(2);
    expect(JSON.stringify(report)).not.toContain('500100200');
    expect(JSON.stringify(report)).not.toContain('demo-password');
  });

  it('requires an address, credentials and a token', async () => {
    const paths = async (options: CheckContractOptions): Promise<unknown> =>
      ((await rejection(checkContract(options))) as { path?: string }).path;
    expect(await paths({})).toBe('url');
    expect(await paths({ httpUrl: 'http://gateway.test/', credentials })).toBe('credentials');
    expect(await paths({ url: 'http://gateway.test/', token: 't0ken' })).toBe('token');
  });

  it('lists a limited number of differences, and the number of the others', async () => {
    const points = responseXml('soap_CheckPoints', { result: 0, description: 'OK', points: 1 });
    const many = Array.from({ length: 2500 }, (_, index) => `<a${index}/>`).join('');
    const answers = { soap_CheckPoints: points.replace('<points', `${many}<points`) };
    const { findings } = await check({ answers });
    expect(findings).toHaveLength(1001);
    expect(findings.at(-1)).toEqual({
      interface: 'soap',
      place: 'others',
      what: '1500 more differences',
      kind: 'additive',
    });
  });

  it('ends when it is aborted', async () => {
    const signal = AbortSignal.abort();
    const send = async (): Promise<never> => {
      throw new Error('not reached');
    };
    expect(await rejection(check({}, { signal, transport: { send } }))).toMatchObject({ code: 'ABORTED' });
  });
});

describe('the WSDL of a live gateway', () => {
  it('is the same in another form: prefixes, order, and an array as one repeated element', async () => {
    const item =
      '<xsd:sequence><xsd:element name="item" type="tns:Group" minOccurs="0" maxOccurs="unbounded"/></xsd:sequence>';
    expect(
      await wsdlFindings(
        [/<xsd:attribute ref="SOAP-ENC:arrayType" wsdl:arrayType="tns:Group\[\]"\/>/, item],
        [/xmlns:tns="urn:sms-service"/, 'xmlns:tns="urn:sms-service" xmlns:z="http://www.w3.org/2001/XMLSchema"'],
        ['type="xsd:float"', 'type="z:float"'],
      ),
    ).toEqual([]);
  });

  it('distinguishes new required fields from new optional fields', async () => {
    const added = (attributes: string): [RegExp, string] => [
      ELEMENT,
      `<xsd:element name="color" type="xsd:string"${attributes}/>$&`,
    ];
    expect(await wsdlFindings(added(' minOccurs="0"'))).toEqual(['additive WSDL Group.color is a new field']);
    expect(await wsdlFindings(added(''))).toEqual(['breaking WSDL Group.color is a new required field']);
  });

  it('reports removed fields, changed types and fields that are now required', async () => {
    expect(await wsdlFindings([ELEMENT, '<xsd:element name="number_count" type="xsd:int" minOccurs="0">'])).toEqual([
      'breaking WSDL Group.num_count was removed',
      'additive WSDL Group.number_count is a new field',
    ]);
    expect(await wsdlFindings([/(name="num_count" type=")xsd:int/, '$1xsd:string'])).toEqual([
      'breaking WSDL Group.num_count is xsd:string, but xsd:int in the contract',
    ]);
    expect(await wsdlFindings([/(name="num_count" type="xsd:int") minOccurs="0"/, '$1'])).toEqual([
      'breaking WSDL Group.num_count is required, but optional in the contract',
    ]);
  });

  it('reports removed and new operations, and changed bindings', async () => {
    const renamed = WSDL.replaceAll('"soap_GetGroups"', '"soap_ListGroups"');
    const report = await checkContract({ url: 'http://gateway.test/soap', transport: gateway({ wsdl: renamed }) });
    expect(shown(report)).toEqual([
      'soap breaking WSDL soap_GetGroups was removed',
      'soap additive WSDL soap_ListGroups is a new operation',
    ]);
    expect(await wsdlFindings(['urn:sms-service#soap_GetGroups', 'urn:sms-service#groups'])).toEqual([
      'breaking WSDL soap_GetGroups has a different soapAction',
    ]);
    expect(await wsdlFindings([/(#soap_GetGroups" style="rpc"\/>[^]*?use=")encoded/, '$1literal'])).toEqual([
      'breaking WSDL soap_GetGroups has a different style, use or namespace',
    ]);
  });

  it('reports new parts: breaking in a request, additive in a response', async () => {
    const part = '<wsdl:part name="more" type="xsd:string"/>';
    expect(await wsdlFindings([/<wsdl:message name="soap_GetGroups(?:Request|Input)?">/, `$&${part}`])).toEqual([
      'breaking WSDL soap_GetGroups.more is a new required part',
    ]);
    expect(await wsdlFindings([/<wsdl:message name="soap_GetGroups(?:Response|Output)">/, `$&${part}`])).toEqual([
      'additive WSDL soap_GetGroups.more is a new part',
    ]);
    expect(await wsdlFindings(['<wsdl:part name="arGroups"', '<wsdl:part name="groups"'])).toEqual([
      'breaking WSDL soap_GetGroups.arGroups was removed',
      'additive WSDL soap_GetGroups.groups is a new part',
    ]);
  });

  it('skips the check of optional fields if the WSDL marks none', async () => {
    const wsdl = WSDL.replaceAll(' minOccurs="0"', '').replaceAll(' nillable="true"', '');
    const { findings, skipped } = await checkContract({
      url: 'http://gateway.test/soap',
      transport: gateway({ wsdl }),
    });
    expect(findings).toEqual([]);
    expect(skipped[0]).toEqual({
      place: 'WSDL: optional fields',
      why: 'the WSDL of the gateway marks none',
    });
  });

  it('is compared, also with 50,000 operations', async () => {
    const wsdl = (count: number): string => {
      const operations = Array.from({ length: count }, (_, index) => `<operation name="o${index}"/>`).join('');
      const names = 'xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"';
      const binding = `<binding type="p"><s:binding/>${operations}</binding>`;
      return `<definitions ${names}><portType name="p">${operations}</portType>${binding}</definitions>`;
    };
    const { findings } = await check({ wsdl: wsdl(50_000) });
    expect(findings.filter(({ kind }) => kind === 'breaking')).toHaveLength(14);
  });

  it.each([
    ['no WSDL', '<html><body>Hi</body></html>', 'cannot be read: is not a WSDL 1.1 document'],
    ['not well-formed', '<wsdl:definitions', 'cannot be read: '],
    [
      'without operations',
      '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>',
      'cannot be read: has no operation with a SOAP binding',
    ],
  ])('is not compared if it is %s', async (_, wsdl, why) => {
    const { findings, skipped, checked } = await check({ wsdl });
    expect(findings).toEqual([]);
    expect(checked).not.toContain('WSDL');
    expect(skipped[0]?.place).toBe('WSDL');
    expect(skipped[0]?.why).toContain(why);
  });
});
