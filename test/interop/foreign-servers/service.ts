import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { httpTransport } from '../../../src/calls/index.js';
import { generate } from '../foreign-wsdl/prepared.js';
import type { RunningServer } from '../peers/peer.js';

/** A running foreign server and the code generated from its WSDL. */
export interface ForeignService {
  call(operation: string, input: object): Promise<unknown>;
  stop(): Promise<void>;
}

type Stub = Readonly<Record<string, (input: object) => Promise<unknown>>>;

/**
 * Generates code from a WSDL and starts its server.
 *
 * @param wsdl - a file in this folder
 */
export async function startService(wsdl: string, start: () => Promise<RunningServer>): Promise<ForeignService> {
  const folder = mkdtempSync(join(tmpdir(), 'foreign-server-'));
  const { model, folder: code } = generate({ name: wsdl, path: join(import.meta.dirname, wsdl) }, folder);
  const module = (await import(pathToFileURL(join(code, 'index.ts')).href)) as Record<string, unknown>;
  rmSync(folder, { recursive: true });
  const server = await start();
  const transport = httpTransport();
  const Stub = module[model.stub] as new (options: object) => Stub;
  const stub = new Stub({ transport, url: server.url });
  return {
    call: (operation, input) => {
      const method = stub[operation];
      if (method === undefined) throw new Error(`${operation}: is left out`);
      return method.call(stub, input);
    },
    stop: async () => {
      await transport.close?.();
      await server.stop();
    },
  };
}
