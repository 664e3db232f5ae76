import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type ISoapServiceMethod, listen } from 'soap';
import { nodeSoapServerFailures } from './node-soap-server-failures.js';
import { nodeSoapValue, plainValue } from './node-soap-values.js';
import { wsdlPath } from './paths.js';
import type { ReceivedCall, RunningServer, ScriptedResponse, ServerPeer } from './peer.js';

const PATH = '/soap';

/** node-soap's server (npm `soap`) with the most suitable options. It returns the responses of the test case. */
export const nodeSoapServer: ServerPeer = {
  name: 'node-soap server',
  // A development dependency, installed by `npm ci`.
  ensureInstalled: async () => undefined,
  knownFailures: nodeSoapServerFailures,
  readsIntPartsAsText: true,
  start: async () => {
    const xml = await readFile(wsdlPath, 'utf8');
    const script = new Script();
    const http = createServer();
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    listen(http, {
      path: PATH,
      services: { SmsService: { SmsServicePort: script.methods(operationsOf(xml)) } },
      xml,
      handleNilAsNull: true,
      preserveWhitespace: true,
    });
    const address = http.address();
    if (address === null || typeof address === 'string') throw new Error('no port was given');
    return running(`http://127.0.0.1:${address.port}${PATH}`, script, async () => {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    });
  },
};

function operationsOf(wsdl: string): string[] {
  return [...wsdl.matchAll(/soapAction="[^"#]*#([^"]+)"/g)].map(([, name]) => name ?? '');
}

/** Returns the scripted response and records the request. */
class Script {
  received: ReceivedCall[] = [];
  next: ScriptedResponse | undefined;

  methods(operations: readonly string[]): Record<string, ISoapServiceMethod> {
    return Object.fromEntries(operations.map((name) => [name, (input: unknown) => this.#response(name, input)]));
  }

  #response(operation: string, input: unknown): unknown {
    this.received.push({ operation, input: plainValue(input) });
    const response = this.next;
    if (response === undefined) throw new Error('no response was prepared');
    if ('output' in response) return nodeSoapValue(response.output);
    const { faultCode, faultString, faultActor, detail } = response.fault;
    throw {
      Fault: { faultcode: `soap:${faultCode}`, faultstring: faultString, faultactor: faultActor, detail },
    };
  }
}

function running(url: string, script: Script, stop: () => Promise<void>): RunningServer {
  return {
    url,
    reset: async () => {
      script.received = [];
    },
    responseNext: (response) => {
      script.next = response;
    },
    received: async () => script.received,
    stop,
  };
}
