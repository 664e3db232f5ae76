import { describe, expect, it } from 'vitest';
import { SmsServiceStub } from '../../generated/index.js';
import { httpTransport } from '../../src/calls/index.js';
import { operationNames } from './cases/every-operation.js';
import { gatewayScenarios } from './gateway-cases/all.js';
import { disagreements } from './known-failures.js';
import { outcome } from './observe.js';
import { type Connect, observeGateway } from './observe-gateway.js';
import { clientPeers } from './peers/all.js';
import type { KnownFailure } from './peers/peer.js';

interface Client {
  readonly name: string;
  readonly connect: Connect;
  readonly knownFailures: readonly KnownFailure[];
}

/** The stub of this library also runs the scenarios, to distinguish their errors from errors of foreign clients. */
const ourStub: Client = {
  name: 'our own stub',
  connect: async ({ url }) => {
    const transport = httpTransport();
    const stub = new SmsServiceStub({ transport, url });
    return {
      ask: ({ send }) => outcome(send(stub)),
      stop: async () => {
        await transport.close?.();
      },
    };
  },
  knownFailures: [],
};

const foreignClients: readonly Client[] = clientPeers.map(({ name, start, knownFailures }) => ({
  name,
  connect: async ({ wsdlUrl }) => {
    const client = await start(wsdlUrl);
    return { ask: ({ operation, input }) => client.call(operation, input), stop: client.stop };
  },
  knownFailures,
}));

describe.each([ourStub, ...foreignClients])('the embedded gateway with $name', ({ connect, knownFailures }) => {
  it.each(gatewayScenarios)('$name', async (scenario) => {
    const found = await observeGateway(connect, scenario);
    expect(disagreements(scenario.name, found, knownFailures)).toEqual([]);
  });
});

describe('the scenarios for the gateway', () => {
  it('contain an output and a Fault for every operation', () => {
    const steps = gatewayScenarios.flatMap((scenario) => scenario.steps);
    const operationsOf = (kind: 'output' | 'fault'): string[] =>
      [...new Set(steps.filter(({ wanted }) => kind in wanted).map(({ operation }) => operation))].sort();
    expect(operationsOf('output')).toEqual([...operationNames].sort());
    expect(operationsOf('fault')).toEqual([...operationNames].sort());
  });
});
