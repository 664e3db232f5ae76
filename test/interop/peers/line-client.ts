import { createInterface } from 'node:readline';
import { startChild } from './child.js';
import type { Response, RunningClient } from './peer.js';

/** Starts a client that reads one JSON call per line and writes one JSON response per line. */
export function startLineClient(program: string, args: readonly string[]): RunningClient {
  const child = startChild(program, args);
  const responses = createInterface({ input: child.process.stdout })[Symbol.asyncIterator]();
  return {
    call: async (operation, input) => {
      child.process.stdin.write(`${JSON.stringify({ operation, input })}\n`);
      const { value, done } = await responses.next();
      if (done) throw new Error(`${program} ended: ${child.log()}`);
      return JSON.parse(value) as Response;
    },
    stop: () => child.stop(),
  };
}

/** The operations with a single response part, and its name (section 4.10). */
const ONLY_PART: ReadonlyMap<string, string> = new Map([
  ['soap_SendMulti', 'Response'],
  ['soap_SendSms', 'response'],
  ['soap_SendSmsExt', 'response'],
]);

/** For clients that return the value of a single part: adds its name again. */
export function namingOnlyPart(client: RunningClient): RunningClient {
  return {
    ...client,
    call: async (operation, input) => {
      const response = await client.call(operation, input);
      const part = ONLY_PART.get(operation);
      return part === undefined || !('output' in response) ? response : { output: { [part]: response.output } };
    },
  };
}
