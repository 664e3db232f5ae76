import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, freePort, startChild } from './child.js';
import { wsdlPath } from './paths.js';
import type { ReceivedCall, RunningServer } from './peer.js';
import { writeSeed } from './seed.js';

const START_ATTEMPTS = 3;

/**
 * Starts PHP's development server with a script that has the gateway of `php-gateway.php` behind it.
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
  let log = '';
  // Between looking for a free port and listening on it, someone else may take it.
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt++) {
    const origin = `127.0.0.1:${await freePort()}`;
    const args = ['-d', 'display_errors=stderr', '-S', origin, join(import.meta.dirname, script)];
    const child = startChild('php', args, { SMS_WSDL: wsdlPath, ...files });
    if (await isAnswering(`http://${origin}/reset`, child)) return running(`http://${origin}`, child, cleanUp);
    await child.stop();
    log += child.log();
  }
  await cleanUp();
  throw new Error(`${script} does not start: ${log}`);
}

async function isAnswering(resetUrl: string, child: Child): Promise<boolean> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline && !child.hasEnded(); ) {
    try {
      return (await fetch(resetUrl, { method: 'POST' })).ok;
    } catch {
      await sleep(20);
    }
  }
  return false;
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
