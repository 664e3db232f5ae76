import { describe, expect, it, onTestFinished } from 'vitest';
import { httpTransport } from '../../src/calls/index.js';
import { caller, int, oneWay, operation, SoapFaultError, service, string } from '../../src/soap/index.js';
import { type SoapHandlers, type SoapServerOptions, startSoapServer } from '../../src/soap-server/index.js';
import { rejection } from '../support/collect.js';
import { Calculator, CalculatorStub } from './calculator.js';

const PARTS = { a: 2, b: 3, token: 'secret' };

async function served(handlers: SoapHandlers<typeof Calculator.operations>, options?: SoapServerOptions) {
  const server = await startSoapServer(Calculator, handlers, options);
  const transport = httpTransport();
  onTestFinished(async () => {
    await transport.close?.();
    await server.close();
  });
  return { server, stub: new CalculatorStub({ transport, url: server.url }) };
}

describe('a server of any service', () => {
  it('gives a handler the input parts, and the caller what it answers', async () => {
    const { server, stub } = await served({ add: ({ a, b }) => ({ sum: (a ?? 0) + (b ?? 0) }) });
    expect(await stub.add(PARTS)).toEqual({ sum: 5, remark: undefined });
    expect(server.requests).toEqual([{ operation: 'add', input: PARTS }]);
  });
  it('can be asked without a socket', async () => {
    const { server } = await served({ add: () => ({ sum: 1 }) });
    const stub = new CalculatorStub({ transport: server.transport(), url: 'http://calculator.example/rpc' });
    expect((await stub.add(PARTS)).sum).toBe(1);
    await server.close();
    expect(await rejection(stub.add(PARTS))).toMatchObject({
      code: 'CONNECTION',
      message: 'add: the server is closed',
    });
  });

  it('answers with the Fault that a handler throws', async () => {
    const { stub } = await served({
      add: () => {
        throw new SoapFaultError({ faultCode: 'Client.Tired', faultString: 'not today' });
      },
    });
    expect(await rejection(stub.add(PARTS))).toMatchObject({ faultCode: 'Client.Tired', faultString: 'not today' });
  });

  it.each([
    ['an error of a handler', { add: () => Promise.reject(new Error('broken')) }, 'broken'],
    ['an operation without a handler', {}, 'add has no handler'],
    [
      'an output that is none',
      { add: () => ({ sum: 'five' as never }) },
      'the handler of add returned invalid output: sum must be a whole number',
    ],
  ])('answers with a Fault of the code Server for %s', async (_, handlers, faultString) => {
    const { stub } = await served(handlers);
    expect(await rejection(stub.add(PARTS))).toMatchObject({ faultCode: 'Server', faultString });
  });

  it('answers with a Fault of the code Client what is no request of the service, and does not remember it', async () => {
    const { server } = await served({});
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'text/xml' },
      body: '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><other/></e:Body></e:Envelope>',
    });
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('<faultcode>SOAP-ENV:Client</faultcode>');
    expect(server.requests).toEqual([]);
  });

  it('gives its WSDL with the real address, whatever its prefix and quotes', async () => {
    const wsdl = "<definitions><s:address\n location='http://localhost/x'/></definitions>";
    const { server } = await served({}, { wsdl });
    expect(await (await fetch(server.wsdlUrl)).text()).toBe(
      `<definitions><s:address\n location="${server.url}"/></definitions>`,
    );
    expect((await fetch(server.url)).status).toBe(404);
  });

  it('takes POST and GET alone, and no request above its limit', async () => {
    const { server } = await served({});
    expect((await fetch(server.url, { method: 'PUT', body: '' })).status).toBe(405);
    const body = Buffer.alloc(16_777_217);
    expect((await fetch(server.url, { method: 'POST', headers: { 'content-type': 'text/xml' }, body })).status).toBe(
      413,
    );
    expect(
      (await fetch(server.url, { method: 'POST', headers: { 'content-type': 'text/json' }, body: '' })).status,
    ).toBe(415);
  });

  it('tells operations of one name apart by the parts of a request', async () => {
    const base = { name: 'find', namespace: 'urn:find', soapAction: '' };
    const findById = operation<{ id: number | null }, { found?: string | null | undefined }>({
      ...base,
      input: { id: int },
      output: { found: string },
    });
    const findByName = operation<{ id: number | null; name: string | null }, { found?: string | null | undefined }>({
      ...base,
      input: { id: int, name: string },
      output: { found: string },
    });
    const options = { name: 'Find', namespaces: { ns1: 'urn:find' }, operations: { findById, findByName } };
    const Find = service(options);
    const server = await startSoapServer(Find, {
      findById: () => ({ found: 'by id' }),
      findByName: () => ({ found: 'by name' }),
    });
    onTestFinished(() => server.close());
    const call = caller(Find, { transport: server.transport(), url: server.url });
    expect((await call(findById, { id: 1 })).found).toBe('by id');
    expect((await call(findByName, { id: 1, name: 'x' })).found).toBe('by name');
    expect(server.requests.map((request) => request.operation)).toEqual(['findById', 'findByName']);
  });
  it('takes a request that is not answered', async () => {
    const notify = oneWay<{ text: string | null }>({
      name: 'notify',
      namespace: 'urn:notify',
      soapAction: '',
      input: { text: string },
    });
    const Notify = service({ name: 'Notify', namespaces: { ns1: 'urn:notify' }, operations: { notify } });
    const heard: unknown[] = [];
    const server = await startSoapServer(Notify, { notify: ({ text }) => void heard.push(text) });
    const transport = httpTransport();
    onTestFinished(async () => {
      await transport.close?.();
      await server.close();
    });
    const call = caller(Notify, { transport, url: server.url });
    expect(await call(notify, { text: 'Hi' })).toBeUndefined();
    expect(heard).toEqual(['Hi']);
  });

  it('refuses what is no handler, by its name', async () => {
    expect(await rejection(startSoapServer(Calculator, { sub: () => ({}) } as never))).toMatchObject({
      code: 'VALIDATION',
      path: 'handlers.sub',
    });
    expect(await rejection(startSoapServer(Calculator, { add: 5 } as never))).toMatchObject({ path: 'handlers.add' });
    expect(await rejection(startSoapServer(Calculator, null as never))).toMatchObject({ path: 'handlers' });
  });

  it('remembers the last 10,000 requests', { timeout: 60_000 }, async () => {
    const { server } = await served({ add: () => ({ sum: 1 }) });
    const stub = new CalculatorStub({ transport: server.transport(), url: server.url });
    for (let a = 0; a <= 10_000; a += 1) await stub.add({ ...PARTS, a });
    expect(server.requests.length).toBe(10_000);
    expect(server.requests[0]).toEqual({ operation: 'add', input: { ...PARTS, a: 1 } });
  });
});
