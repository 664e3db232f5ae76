import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild, startServer } from '../../interop/peers/child.js';

/** A server or proxy of others that is running, on 127.0.0.1 only. */
export interface Peer {
  readonly port: number;
  /** Reloads its configuration. */
  reload(): void;
  stop(): Promise<void>;
}

/** How a peer is started. */
export interface PeerPlan {
  readonly program: string;
  /** Its arguments. Its files are in the folder. */
  readonly args: (folder: string) => readonly string[];
  /** The files that it reads, by their names in the folder. */
  readonly files: (port: number, folder: string) => Readonly<Record<string, string>>;
  /** The signal for a reload. */
  readonly reloadBy: NodeJS.Signals;
}

/** Starts a peer in a new folder, and waits until it listens. */
export async function startPeer({ program, args, files, reloadBy }: PeerPlan): Promise<Peer> {
  const folder = await mkdtemp(join(tmpdir(), 'sms-network-'));
  // Some of them give up being root, and write into it.
  await chmod(folder, 0o777);
  const { port, child } = await startServer(program, async (port) => {
    for (const [name, text] of Object.entries(files(port, folder))) await writeFile(join(folder, name), text);
    const child = startChild(program, args(folder));
    child.process.stdout.resume();
    return child;
  });
  return {
    port,
    reload: () => void child.process.kill(reloadBy),
    stop: async () => {
      await child.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
