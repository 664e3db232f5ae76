import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SmsServiceStub } from '../../generated/index.js';
import { httpTransport, type Transport } from '../../src/calls/index.js';
import { scenarios } from './cases/all.js';
import { operationNames } from './cases/every-operation.js';
import { disagreements } from './known-failures.js';
import { observe } from './observe.js';
import { serverPeers } from './peers/all.js';
import type { RunningServer } from './peers/peer.js';

describe.each(serverPeers)('the stub with $name', ({ start, knownFailures }) => {
  let server: RunningServer;
  let transport: Transport;
  let stub: SmsServiceStub;

  beforeAll(async () => {
    server = await start();
    transport = httpTransport();
    stub = new SmsServiceStub({ transport, url: server.url });
  });

  afterAll(async () => {
    await transport?.close?.();
    await server?.stop();
  });

  it.each(scenarios)('$name', async (scenario) => {
    const found = await observe(stub, server, scenario);
    expect(disagreements(scenario.name, found, knownFailures)).toEqual([]);
  });
});

describe('the scenarios', () => {
  it('contain an output, a refusal and a Fault for every operation', () => {
    const steps = scenarios.flatMap((scenario) => scenario.steps);
    const operationsOf = (kind: 'output' | 'fault'): string[] =>
      [...new Set(steps.filter(({ wanted }) => kind in wanted).map(({ operation }) => operation))].sort();
    expect(operationNames).toHaveLength(14);
    expect(operationsOf('output')).toEqual([...operationNames].sort());
    expect(operationsOf('fault')).toEqual([...operationNames].sort());
  });
});
