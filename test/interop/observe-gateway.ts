import { type InjectedFault, type RunningSandbox, startSandbox } from '../../src/sandbox/index.js';
import type { Step } from './cases/scenario.js';
import { type Difference, differences, responseDifferences } from './differences.js';
import { accounts } from './gateway-cases/accounts.js';
import { ANY_TEXT, type GatewayScenario, NOW } from './gateway-cases/gateway-scenario.js';
import type { FaultFields, Response } from './peers/peer.js';

/** A client that is connected to one gateway. */
interface Caller {
  ask(step: Step): Promise<Response>;
  stop(): Promise<void>;
}

/** Connects a client to a gateway. */
export type Connect = (gateway: Pick<RunningSandbox, 'url' | 'wsdlUrl'>) => Promise<Caller>;

const SECONDS_BETWEEN_STEPS = 10;

/**
 * Runs a scenario on a new gateway.
 *
 * @returns the differences of the responses to the client and of the gateway's state from the expected values
 */
export async function observeGateway(
  connect: Connect,
  { name, steps, kept = {} }: GatewayScenario,
): Promise<Difference[]> {
  let seconds = NOW;
  const sandbox = await startSandbox({ port: 0, accounts, now: () => new Date(seconds * 1000) });
  try {
    const caller = await connect(sandbox);
    const found: Difference[] = [];
    try {
      for (const [index, step] of steps.entries()) {
        seconds = NOW + index * SECONDS_BETWEEN_STEPS;
        if ('fault' in step.wanted) {
          sandbox.failNext(step.operation, { fault: injected(step.wanted.fault) });
        }
        const callsBefore = sandbox.callCount();
        const response = await caller.ask(step);
        const place = `${name} / ${index} ${step.operation}`;
        found.push(...differences(`${place} calls`, 1, sandbox.callCount() - callsBefore));
        found.push(...responseDifferences(`${place} out`, step.wanted, withoutWords(response)));
      }
    } finally {
      await caller.stop();
    }
    for (const [username, wanted] of Object.entries(kept)) {
      const account = alike(sandbox.account(username), wanted);
      found.push(...differences(`${name} / kept ${username}`, wanted, account));
    }
    return found;
  } finally {
    await sandbox.close();
  }
}

function injected({ faultCode, faultString, faultActor, detail }: FaultFields): InjectedFault {
  return { code: faultCode, string: faultString, actor: faultActor, detail: String(detail) };
}

/** Replaces any non-empty description by {@link ANY_TEXT}. */
function withoutWords(response: Response): Response {
  return 'output' in response ? { output: describedByAnyText(response.output) } : response;
}

function describedByAnyText(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]: [string, unknown]) => [
      name,
      name === 'description' && typeof field === 'string' && field !== '' ? ANY_TEXT : describedByAnyText(field),
    ]),
  );
}

/** Keeps only the fields of the expected value. */
function alike(value: unknown, wanted: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(wanted)) {
    return value.map((item: unknown, index) => (index < wanted.length ? alike(item, wanted[index]) : item));
  }
  if (typeof value !== 'object' || value === null || typeof wanted !== 'object' || wanted === null) return value;
  const fields: Readonly<Record<string, unknown>> = { ...value };
  return Object.fromEntries(
    Object.entries(wanted).map(([name, field]: [string, unknown]) => [name, alike(fields[name], field)]),
  );
}
