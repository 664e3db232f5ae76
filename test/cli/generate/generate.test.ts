import { readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../../support/run.js';
import { commandOfTests } from '../command.js';

const command = commandOfTests();
const modules = (): string => path.join(command.folder, 'node_modules');
beforeEach(() => symlinkSync(path.join(ROOT, 'node_modules'), modules()));
afterEach(() => {
  rmSync(modules(), { force: true });
  rmSync(path.join(command.folder, 'out'), { recursive: true, force: true });
});

const run = (...args: readonly string[]) => command.run(['generate', ...args]);
const written = (): readonly string[] => readdirSync(path.join(command.folder, 'out')).sort();
const text = (file: string): string => readFileSync(path.join(command.folder, 'out', file), 'utf8');
const FILES = ['codecs.ts', 'index.ts', 'service.ts', 'stub.ts', 'types.ts'];

const SCHEMA = `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:calculator">
  <xsd:complexType name="Pair"><xsd:sequence>
    <xsd:element name="a" type="xsd:int"/><xsd:element name="b" type="xsd:int"/>
  </xsd:sequence></xsd:complexType>
</xsd:schema>`;
const WSDL = `<definitions name="Calculator" targetNamespace="urn:calculator" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:tns="urn:calculator" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
  <types><xsd:schema><xsd:import namespace="urn:calculator" schemaLocation="pair.xsd"/></xsd:schema></types>
  <message name="addRequest"><part name="pair" type="tns:Pair"/></message>
  <message name="addResponse"><part name="sum" type="xsd:int"/></message>
  <portType name="Port"><operation name="add_pair">
    <input message="tns:addRequest"/><output message="tns:addResponse"/>
  </operation></portType>
  <binding name="Binding" type="tns:Port">
    <soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="add_pair"><soap:operation soapAction="urn:calculator#add"/>
      <input><soap:body use="encoded" namespace="urn:calculator" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/></input>
      <output><soap:body use="encoded" namespace="urn:calculator" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/></output>
    </operation>
  </binding>
  <service name="Calculator"><port name="P" binding="tns:Binding"><soap:address location="http://localhost/"/></port></service>
</definitions>`;

function writeWsdl(): void {
  command.write('calculator.wsdl', WSDL);
  command.write('pair.xsd', SCHEMA);
}

/** Serves texts by path. A text that begins with a slash is the target of a redirect. */
async function served(
  texts: Readonly<Record<string, string>>,
  onRequest: (request: IncomingMessage) => void = () => undefined,
): Promise<string> {
  const server = createServer((request, response) => {
    onRequest(request);
    const body = texts[request.url ?? ''];
    if (body?.startsWith('/')) response.writeHead(302, { location: body }).end();
    else response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('sms-service generate', () => {
  it('writes the code of a service, which imports the public runtime', async () => {
    writeWsdl();
    expect(await run('--wsdl', 'calculator.wsdl', '--out', 'out')).toEqual({
      code: 0,
      out: 'out: wrote types.ts, codecs.ts, service.ts, stub.ts, index.ts (from calculator.wsdl)\n',
      err: '',
    });
    expect(written()).toEqual(FILES);
    expect(text('service.ts')).toContain("from 'sms-service-client/soap';");
    expect(text('stub.ts')).toContain('class CalculatorStub');
    expect((await run('--wsdl', 'calculator.wsdl', '--out', 'out')).out).toBe(
      'out: agrees with calculator.wsdl, nothing to write\n',
    );
  });

  it('compares with --check, and writes nothing', async () => {
    writeWsdl();
    const missing = await run('--wsdl', 'calculator.wsdl', '--out', 'out', '--check');
    expect(missing.code).toBe(1);
    expect(missing.out).toContain('out/types.ts: missing\n');
    expect(() => written()).toThrow('ENOENT');
    await run('--wsdl', 'calculator.wsdl', '--out', 'out');
    expect(await run('--wsdl', 'calculator.wsdl', '--out', 'out', '--check')).toEqual({
      code: 0,
      out: 'out: agrees with calculator.wsdl\n',
      err: '',
    });
  });

  it('refuses an unknown operation', async () => {
    writeWsdl();
    expect(await run('--wsdl', 'calculator.wsdl', '--out', 'out', '--operations', 'add_pair,pong')).toMatchObject({
      code: 2,
      err: expect.stringContaining('has no operation "pong", but add_pair'),
    });
  });

  it('makes every field optional with --lenient', async () => {
    writeWsdl();
    await run('--wsdl', 'calculator.wsdl', '--out', 'out');
    expect(text('types.ts')).toContain('readonly a: number;');
    await run('--wsdl', 'calculator.wsdl', '--out', 'out', '--lenient');
    expect(text('types.ts')).toContain('readonly a?: number | null | undefined;');
  });

  it('resolves imports relative to the final URL of a redirect', async () => {
    const origin = await served({
      '/calculator?wsdl': '/v2/calculator.wsdl',
      '/v2/calculator.wsdl': WSDL,
      '/v2/pair.xsd': SCHEMA,
    });
    expect(await run('--wsdl', `${origin}/calculator?wsdl`, '--out', 'out')).toMatchObject({ code: 0, err: '' });
    expect(text('types.ts')).toContain('interface Pair');
  });

  it('sends the user name and password of a URL to the server, and never prints them', async () => {
    const seen: unknown[] = [];
    const origin = await served({ '/calculator?wsdl&key=k3y': WSDL, '/pair.xsd': SCHEMA }, ({ headers }) =>
      seen.push(headers.authorization),
    );
    const url = `${origin.replace('//', '//ann:s3cr%40t@')}/calculator?wsdl&key=k3y`;
    const { code, out, err } = await run('--wsdl', url, '--out', 'out');
    const wanted = `Basic ${Buffer.from('ann:s3cr@t').toString('base64')}`;
    expect({ code, err, seen }).toEqual({ code: 0, err: '', seen: [wanted, wanted] });
    const all = [out, ...written().map(text)].join('');
    expect(all).toContain('from calculator');
    expect(all).not.toMatch(/s3cr|k3y/);
  });

  it('exits with 2 and the URL if a fetched WSDL does not exist', async () => {
    const origin = await served({});
    const { code, err } = await run('--wsdl', `${origin}/gone.wsdl`, '--out', 'out');
    expect({ code, err }).toEqual({
      code: 2,
      err: `sms-service: ${origin}/gone.wsdl: cannot be fetched: the status is 404\n`,
    });
  });

  it('reads no local file that a fetched WSDL imports', async () => {
    const file = command.write('pair.xsd', SCHEMA);
    const origin = await served({ '/a.wsdl': WSDL.replace('pair.xsd', pathToFileURL(file).href) });
    const { code, err } = await run('--wsdl', `${origin}/a.wsdl`, '--out', 'out');
    expect(code).toBe(2);
    expect(err).toContain('is a file, but its document was fetched from a URL');
  });

  it('fetches nothing that a file imports, and reads the file of --map instead', async () => {
    const origin = await served({});
    command.write('remote.wsdl', WSDL.replace('pair.xsd', `${origin}/pair.xsd`));
    command.write('mine.xsd', SCHEMA);
    expect(await run('--wsdl', 'remote.wsdl', '--out', 'out')).toMatchObject({
      code: 2,
      err: expect.stringContaining('nothing is fetched from a network'),
    });
    const mapped = await run('--wsdl', 'remote.wsdl', '--out', 'out', '--map', `${origin}/pair.xsd=mine.xsd`);
    expect(mapped).toMatchObject({ code: 0, err: '' });
  });

  it('exits with 2 and the place in a WSDL that is not supported', async () => {
    command.write('broken.wsdl', WSDL.replace('</definitions>', ''));
    const { code, err } = await run('--wsdl', 'broken.wsdl', '--out', 'out');
    expect(code).toBe(2);
    expect(err).toMatch(/^sms-service: broken\.wsdl:\d+:\d+: /);
  });

  it('names a required package that is not installed', async () => {
    writeWsdl();
    rmSync(modules());
    const { code, err } = await run('--wsdl', 'calculator.wsdl', '--out', 'out');
    expect(code).toBe(2);
    expect(err).toContain('ts-morph: is not installed; sms-service generate needs ts-morph 28 or later');
    expect(err).toContain('npm install --save-dev ts-morph fast-xml-parser');
  });
});
