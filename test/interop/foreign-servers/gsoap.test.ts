import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Build, buildOnce } from '../peers/build-once.js';
import { startScripted } from '../peers/scripted.js';
import { type ForeignService, startService } from './service.js';

const SOURCE = join(import.meta.dirname, 'sessions-server.cpp');
const WSDL = join(import.meta.dirname, 'sessions.wsdl');

const build: Build = {
  name: 'gsoap-sessions',
  sources: [SOURCE, WSDL],
  version: ['soapcpp2', '-V'],
  commands: [
    ['wsdl2h', '-c++', '-o', 'sessions.h', WSDL],
    ['soapcpp2', '-1', '-S', '-L', '-w', '-x', '-c++17', 'sessions.h'],
    ['g++', '-std=c++17', '-O0', '-I.', SOURCE, 'soapC.cpp', 'soapServer.cpp', '-lgsoap++', '-o', 'sessions-server'],
  ],
};

let service: ForeignService;

beforeAll(async () => {
  const folder = await buildOnce(build);
  service = await startService('sessions.wsdl', () =>
    startScripted((port) => [join(folder, 'sessions-server'), String(port)]),
  );
}, 120_000);

afterAll(() => service?.stop());

describe('a gSOAP server with headers', () => {
  it('reads a request header and returns a response header', async () => {
    const trace = 'a <trace> ż';
    expect(await service.call('open', { user: 'Ann', $headers: { trace } })).toEqual({
      greeting: 'Hello, Ann, traced as a <trace> ż',
      $headers: { session: { token: 'token of Ann', calls: 0 } },
    });
  });

  it('accepts a request without a header', async () => {
    expect(await service.call('open', { user: 'Ann' })).toEqual({
      greeting: 'Hello, Ann',
      $headers: { session: { token: 'token of Ann', calls: 0 } },
    });
  });

  it('keeps a session in the headers of requests and responses, also with another header', async () => {
    const session = { token: 'token of Żaneta', calls: 7 };
    expect(await service.call('count', { $headers: { session, trace: 't' } })).toEqual({
      count: 8,
      $headers: { session: { ...session, calls: 8 }, trace: 't' },
    });
  });

  it('returns a Fault if there is no session', async () => {
    await expect(service.call('count', {})).rejects.toMatchObject({ faultString: 'There is no session' });
  });
});

describe('a gSOAP server that has an enumeration', () => {
  it.each(['low', 'high'])('accepts and returns %s', async (level) => {
    expect(await service.call('raise', { from: level })).toEqual({ to: level });
  });
});
