import { createClientAsync, type SoapMethod } from 'soap';
import { nodeSoapClientFailures } from './node-soap-client-failures.js';
import { nodeSoapValue, plainValue } from './node-soap-values.js';
import type { ClientPeer, FaultFields, KnownFailure, Response } from './peer.js';

/** node-soap's client (npm `soap`) with the most suitable options and lists in the form that it supports. */
export const nodeSoapClient: ClientPeer = peer('node-soap client', nodeSoapValue, nodeSoapClientFailures);

/** The same with lists as plain arrays, which most callers use. node-soap then repeats the field instead of a list. */
export const nodeSoapClientWithPlainArrays: ClientPeer = peer(
  'node-soap client with plain arrays',
  (input) => input,
  [],
);

function peer(name: string, prepare: (input: unknown) => unknown, knownFailures: readonly KnownFailure[]): ClientPeer {
  return {
    name,
    // A development dependency, installed by `npm ci`.
    ensureInstalled: async () => undefined,
    start: async (wsdlUrl) => {
      const client = await createClientAsync(wsdlUrl, {
        disableCache: true,
        handleNilAsNull: true,
        preserveWhitespace: true,
      });
      const methods: Readonly<Record<string, SoapMethod | undefined>> = client;
      return {
        call: async (operation, input) => {
          const method = methods[operation];
          if (method === undefined) throw new Error(`node-soap knows no ${operation}`);
          return ask(method, prepare(input));
        },
        stop: async () => undefined,
      };
    },
    knownFailures,
  };
}

function ask(method: SoapMethod, input: unknown): Promise<Response> {
  return new Promise((resolve) => {
    try {
      method(input, (error: unknown, result: unknown) => resolve(response(error, result)));
    } catch (error) {
      resolve({ error: words(error) });
    }
  });
}

function response(error: unknown, result: unknown): Response {
  if (error === null || error === undefined) return { output: plainValue(result) };
  const fault = faultOf(error);
  return fault === undefined ? { error: words(error) } : { fault };
}

function words(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'not an Error';
}

function faultOf(error: unknown): FaultFields | undefined {
  const root = (error as { readonly root?: { readonly Envelope?: { readonly Body?: { readonly Fault?: unknown } } } })
    .root;
  const fault = plainValue(root?.Envelope?.Body?.Fault);
  if (typeof fault !== 'object' || fault === null) return undefined;
  const { faultcode, faultstring, faultactor, detail } = fault as Readonly<Record<string, string | undefined>>;
  return {
    faultCode: (faultcode ?? '').replace(/^.*:/, ''),
    faultString: faultstring ?? '',
    ...(faultactor === undefined ? {} : { faultActor: faultactor }),
    ...(detail === undefined ? {} : { detail }),
  };
}
