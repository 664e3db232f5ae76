import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, freePort, startChild } from '../../interop/peers/child.js';

/** A server or proxy of others that is running, on 127.0.0.1 only. */
export interface Peer {
  readonly port: number;
  /** Makes it read its configuration anew, as its operators do. */
  reload(): void;
  stop(): Promise<void>;
}

/** How a peer is started. */
export interface PeerPlan {
  readonly program: string;
  /** Its arguments; what it needs of files lies in the folder. */
  readonly args: (folder: string) => readonly string[];
  /** The files that it reads, by their names in the folder. */
  readonly files: (port: number, folder: string) => Readonly<Record<string, string>>;
  /** The signal for a reload. */
  readonly reloadBy: NodeJS.Signals;
}

const START_ATTEMPTS = 3;

/** Starts a peer in a folder of its own, and waits until it listens. */
export async function startPeer({ program, args, files, reloadBy }: PeerPlan): Promise<Peer> {
  const folder = await mkdtemp(join(tmpdir(), 'sms-network-'));
  // Some of them give up being root, and write into it.
  await chmod(folder, 0o777);
  let log = '';
  // Between looking for a free port and listening on it, someone else may take it.
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt++) {
    const port = await freePort();
    for (const [name, text] of Object.entries(files(port, folder))) await writeFile(join(folder, name), text);
    const child = startChild(program, args(folder));
    child.process.stdout.resume();
    if (await isListening(port, child)) {
      return {
        port,
        reload: () => void child.process.kill(reloadBy),
        stop: async () => {
          await child.stop();
          await rm(folder, { recursive: true, force: true });
        },
      };
    }
    await child.stop();
    log += child.log();
  }
  await rm(folder, { recursive: true, force: true });
  throw new Error(`${program} does not start: ${log}`);
}

async function isListening(port: number, child: Child): Promise<boolean> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline && !child.hasEnded(); ) {
    const socket = net.connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return true;
    await sleep(20);
  }
  return false;
}
