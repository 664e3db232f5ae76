/**
 * The process of the embedded gateway and the fault proxy: apart from the client's, so that the client's memory is its
 * own, and both have a core. It ends when its parent lets go.
 */
import { performance } from 'node:perf_hooks';
import { startSandbox } from '../../../src/sandbox/index.js';
import { accountFor, CREDENTIALS, OPERATIONS } from '../operations.js';
import type { Exchange } from '../proxy/exchange.js';
import { type Fault, NONE } from '../proxy/fault.js';
import { FaultProxy } from '../proxy/fault-proxy.js';
import type { GatewayArguments, Ready, Report } from './messages.js';
import { plannedCall } from './plan.js';
import { callIn } from './username.js';

const OUTAGE_MS = 25;

const plan = JSON.parse(process.argv[2] ?? '') as GatewayArguments;
const { calls } = plan;
const requests = new Uint8Array(calls);
const passed = new Uint8Array(calls);
/** Exchanges that are not over; what they came to is added up when their connection is. */
const exchanges = new Set<Exchange>();
let fragments = 0;

const sandbox = await startSandbox({ accounts: [accountFor({})] });
const proxy = new FaultProxy(
  sandbox.port,
  (request, exchange) => {
    const { call, forward } = callIn(request);
    exchange.call = call;
    if (call === undefined || call >= calls) return { fault: NONE, forward };
    requests[call] = (requests[call] ?? 0) + 1;
    return { fault: faultOf(call), forward };
  },
  (exchange) => exchanges.add(exchange),
);

function faultOf(call: number): Fault {
  const { trouble } = plannedCall(plan, call);
  const isFirst = requests[call] === 1;
  if (trouble === undefined || !(isFirst || trouble.isLasting)) return NONE;
  if (isFirst && trouble.event === 'idle-closed') proxy.end('close', 'idle');
  if (isFirst && trouble.event === 'outage') void outage();
  return trouble.fault ?? NONE;
}

/** For a moment nothing listens, and all connections are gone. */
async function outage(): Promise<void> {
  await proxy.refuse();
  proxy.end('reset', 'all');
  setTimeout(() => void proxy.listen(), OUTAGE_MS);
}

function addUp(): void {
  for (const { call, received, isWhole } of exchanges) {
    if (call === undefined && received > 0) fragments += 1;
    if (call !== undefined && isWhole) passed[call] = (passed[call] ?? 0) + 1;
  }
  exchanges.clear();
}

function report(): Report {
  addUp();
  const account = sandbox.account(CREDENTIALS.username);
  const carriedOut = new Float64Array(calls);
  for (const { name, carriedOut: countIn } of Object.values(OPERATIONS).flat()) {
    if (account === undefined || countIn === undefined) continue;
    for (const [call, times] of countIn(account)) {
      // Sends look alike in the gateway's store; which one a call is, the plan knows.
      if (plannedCall(plan, call).operation.name === name) carriedOut[call] = times;
    }
  }
  const { utilization } = performance.eventLoopUtilization();
  return { requests, passed, carriedOut, fragments, open: proxy.open, utilization };
}

await proxy.listen();
process.on('message', () => process.send?.(report()));
process.on('disconnect', () => process.exit());
process.send?.({ url: proxy.url } satisfies Ready);
