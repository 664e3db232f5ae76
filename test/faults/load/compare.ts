import type { SmsServiceEvent } from '../../../src/client/index.js';
import { isHarmless, type Kind } from '../operations.js';
import type { Memory } from './leaks.js';
import type { Report } from './messages.js';
import type { PlannedCall } from './plan.js';

/** The results that the caller can see. A call is stored as the index of its result. */
export const RESULTS = ['unsettled', 'success', 'not-sent', 'rejected', 'unknown'] as const;
type Result = (typeof RESULTS)[number];

/** The results and events of the client. */
export interface Reported {
  /** For each call, its place in {@link RESULTS}. */
  readonly results: Uint8Array;
  readonly events: Record<SmsServiceEvent['type'], number>;
  readonly wrong: string[];
}

export interface Comparison {
  readonly outcomes: ReadonlyMap<Kind, ReadonlyMap<Result, number>>;
  /** How many calls met which trouble. */
  readonly troubles: ReadonlyMap<string, number>;
  /** Calls without a fault that failed, because they shared connections with other calls. */
  readonly bystanders: number;
  readonly calm: number;
  /** Calls with changes that were executed more than once. */
  readonly twice: number;
  /** Calls with a wrong outcome. */
  readonly untrue: number;
  readonly carriedOut: number;
  readonly report: Report;
  readonly reported: Reported;
  readonly wrong: readonly string[];
}

export interface LoadResult extends Comparison {
  readonly durationMs: number;
  /** How busy this process was, from 0 to 1. */
  readonly utilization: number;
  readonly memory: Memory;
  /** What kept the process alive after the client was closed. */
  readonly remaining: readonly string[];
}

/** Compares the results of the callers with the executed calls of the gateway. */
export function compare(plan: (call: number) => PlannedCall, reported: Reported, report: Report): Comparison {
  const outcomes = new Map<Kind, Map<Result, number>>();
  const troubles = new Map<string, number>();
  const wrong = [...reported.wrong];
  let bystanders = 0;
  let calm = 0;
  let twice = 0;
  let untrue = 0;
  let all = 0;
  for (let call = 0; call < reported.results.length; call++) {
    const { operation, trouble } = plan(call);
    const result = RESULTS[reported.results[call] ?? 0] ?? 'unsettled';
    const byResult = outcomes.get(operation.kind) ?? new Map<Result, number>();
    outcomes.set(operation.kind, byResult.set(result, (byResult.get(result) ?? 0) + 1));
    if (trouble !== undefined) troubles.set(trouble.name, (troubles.get(trouble.name) ?? 0) + 1);
    else {
      calm += 1;
      if (result !== 'success') bystanders += 1;
    }
    const times = report.carriedOut[call] ?? 0;
    all += times;
    const lies = untruths(result, isHarmless(operation.kind), call, report);
    if (times > 1) twice += 1;
    if (lies.length > 0) untrue += 1;
    wrong.push(...lies.map((lie) => `call ${call} (${operation.name}, ${trouble?.name ?? 'no fault'}): ${lie}`));
  }
  const { request, response, error, done } = reported.events;
  if (request !== response + error) wrong.push(`${request} attempts were told of, but ${response + error} ends`);
  if (done !== reported.results.length)
    wrong.push(`${reported.results.length} calls were made, but ${done} told of as over`);
  return { outcomes, troubles, bystanders, calm, twice, untrue, carriedOut: all, report, reported, wrong };
}

function untruths(result: Result, harmless: boolean, call: number, report: Report): readonly string[] {
  const times = report.carriedOut[call] ?? 0;
  const requests = report.requests[call] ?? 0;
  const wrong: string[] = [];
  if (result === 'unsettled') wrong.push('never settled');
  if (result === 'not-sent' && requests > 0) wrong.push('not-sent, but its request arrived');
  if (harmless) {
    if (result === 'success' && requests === 0) wrong.push('success, but it never arrived');
    return wrong;
  }
  if (times > 1) wrong.push(`carried out ${times} times`);
  if (times > 0 && times < 1) wrong.push(`carried out in part: ${times}`);
  if (times > (report.passed[call] ?? 0)) wrong.push('carried out more often than the proxy let it through');
  if (requests > 1) wrong.push(`${requests} requests of what changes something`);
  if (result === 'success' && times !== 1) wrong.push(`success, but carried out ${times} times`);
  if ((result === 'not-sent' || result === 'rejected') && times > 0) wrong.push(`${result}, but carried out`);
  return wrong;
}
