import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, startChild, startServer } from './child.js';
import { wsdlPath } from './paths.js';
import type { ReceivedCall, RunningServer } from './peer.js';
import { writeSeed } from './seed.js';

/**
 * Starts PHP's development server with a script that uses the gateway of `php-gateway.php`.
 *
 * @param script - a file in this folder
 */
export async function startPhpScript(script: string): Promise<RunningServer> {
  const base = join(tmpdir(), `sms-interop-${randomUUID()}`);
  const files = { SMS_SEED: `${base}.seed.json`, SMS_STATE: `${base}.state.json` };
  const cleanUp = async (): Promise<void> => {
    await Promise.all(Object.values(files).map((file) => rm(file, { force: true })));
  };
  await writeSeed(files.SMS_SEED);
  const command = ['-d', 'display_errors=stderr', '-S'];
  const file = join(import.meta.dirname, script);
  const start = (port: number): Child =>
    startChild('php', [...command, `127.0.0.1:${port}`, file], { SMS_WSDL: wsdlPath, ...files });
  const { port, child } = await startServer(script, start);
  return running(`http://127.0.0.1:${port}`, child, cleanUp);
}

function running(origin: string, child: Child, cleanUp: () => Promise<void>): RunningServer {
  const control = async (method: string, path: string): Promise<Response> => {
    const response = await fetch(origin + path, { method });
    if (!response.ok) throw new Error(`PHP answers ${response.status}: ${child.log()}`);
    return response;
  };
  return {
    url: `${origin}/soap`,
    reset: async () => {
      await control('POST', '/reset');
    },
    received: async () => (await (await control('GET', '/received')).json()) as ReceivedCall[],
    stop: async () => {
      await child.stop();
      await cleanUp();
    },
  };
}
