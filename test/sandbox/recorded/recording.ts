import { beforeEach } from 'vitest';
import { cassette } from '../../../src/replay/index.js';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/index.js';
import type { Transport } from '../../../src/transport/transport.js';
import { cassetteFile } from '../../replay/cassette-folder.js';

export const NOW = new Date('2026-03-01T10:00:00Z');

/** The cassette of a test, its clock, and what records into it. */
export interface Recording {
  readonly file: string;
  readonly clock: () => Date;
  wait: (ms: number) => void;
  /** Records what is done with a gateway; each call takes a second. */
  gateway: (options: SandboxOptions, act: (transport: Transport) => Promise<unknown>) => Promise<Sandbox>;
  /** Records what is done with a gateway that answers each call with one text. */
  text: (body: string, type: string, act: (transport: Transport) => Promise<unknown>) => Promise<void>;
}

/** Makes the recording of each test. */
export function recording(): Recording {
  const fileOf = cassetteFile();
  let file = '';
  let nowMs = 0;
  const clock = (): Date => new Date(nowMs);
  beforeEach(() => {
    file = fileOf();
    nowMs = NOW.getTime();
  });
  const record = async (send: Transport['send'], act: (transport: Transport) => Promise<unknown>): Promise<void> => {
    const tape = cassette(file, { mode: 'record', transport: { send }, now: clock });
    await act(tape);
    await tape.close();
  };
  return {
    get file() {
      return file;
    },
    clock,
    wait: (ms) => {
      nowMs += ms;
    },
    gateway: async (options, act) => {
      const sandbox = createSandbox({ now: clock, ...options });
      const gateway = sandbox.transport();
      const send: Transport['send'] = async (request) => {
        const response = await gateway.send(request);
        nowMs += 1000;
        return response;
      };
      await record(send, act);
      return sandbox;
    },
    text: (body, type, act) =>
      record(async () => ({ status: 200, headers: { 'content-type': type }, body: Buffer.from(body) }), act),
  };
}
