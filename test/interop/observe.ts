import type { SmsServiceStub } from '../../generated/index.js';
import { SoapFaultError } from '../../src/errors/errors.js';
import type { Scenario } from './cases/scenario.js';
import { type Difference, differences, responseDifferences } from './differences.js';
import type { Response, RunningServer } from './peers/peer.js';

/**
 * Runs a scenario from the seeded state.
 *
 * @returns the differences of the responses to this library and of the requests at the server from the expected values
 */
export async function observe(
  stub: SmsServiceStub,
  server: RunningServer,
  { name, steps }: Scenario,
): Promise<Difference[]> {
  await server.reset();
  const found: Difference[] = [];
  for (const [index, step] of steps.entries()) {
    const { operation, input, wanted } = step;
    const place = `${name} / ${index} ${operation}`;
    server.responseNext?.(wanted);
    const got = await outcome(step.send(stub));
    // All requests since the last step, so that a lost or repeated request is also a difference.
    const [received, ...more] = (await server.received()).slice(index);
    found.push(
      ...differences(
        `${place} called`,
        [operation],
        [received, ...more].map((call) => call?.operation),
      ),
    );
    found.push(...differences(`${place} in`, input, received?.input));
    found.push(...responseDifferences(`${place} out`, wanted, got));
  }
  return found;
}

/** Returns the outcome of a call as data. */
export async function outcome(call: Promise<unknown>): Promise<Response> {
  try {
    return { output: await call };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (!(error instanceof SoapFaultError)) return { error: error.name };
    const { faultCode, faultString, faultActor, detail } = error;
    return { fault: { faultCode, faultString, faultActor, detail } };
  }
}
