import { type TracingChannel, tracingChannel } from 'node:diagnostics_channel';
import type { AttemptTracing, CallTracing, WaitTracing } from '../calls/events/observe.js';

const CALLS: TracingChannel<CallTracing, CallTracing> = tracingChannel('sms-service-client:call');
const ATTEMPTS: TracingChannel<AttemptTracing, AttemptTracing> = tracingChannel('sms-service-client:attempt');
const WAITING: TracingChannel<WaitTracing, WaitTracing> = tracingChannel('sms-service-client:wait');

interface Follower<C, S> {
  begins(context: C): S;
  ends(context: C, state: S): void;
}

export interface Followed {
  readonly open: number;
  stop(): void;
}

export function followCalls<S>(follower: Follower<CallTracing, S>): Followed {
  return follow(CALLS, follower);
}

export function followAttempts<S>(follower: Follower<AttemptTracing, S>): Followed {
  return follow(ATTEMPTS, follower);
}

export function followWaiting(): Followed {
  return follow(WAITING, { begins: () => undefined, ends: () => undefined });
}

function follow<C extends object, S>({ start, asyncEnd }: TracingChannel<C, C>, follower: Follower<C, S>): Followed {
  const states = new WeakMap<C, { readonly state: S }>();
  let open = 0;
  let isStopped = false;
  const onStart = (context: unknown): void =>
    guarded(() => {
      states.set(context as C, { state: follower.begins(context as C) });
      open += 1;
    });
  const onEnd = (context: unknown): void => {
    const begun = states.get(context as C);
    if (begun === undefined) return;
    states.delete(context as C);
    open -= 1;
    if (isStopped && open === 0) asyncEnd.unsubscribe(onEnd);
    guarded(() => follower.ends(context as C, begun.state));
  };
  start.subscribe(onStart);
  asyncEnd.subscribe(onEnd);
  return {
    get open() {
      return open;
    },
    stop: () => {
      isStopped = true;
      start.unsubscribe(onStart);
      if (open === 0) asyncEnd.unsubscribe(onEnd);
    },
  };
}

/** What throws in a subscriber would end the process. */
function guarded(act: () => void): void {
  try {
    act();
  } catch (error) {
    // Only its name: the words of a foreign error may hold anything.
    const name = error instanceof Error ? error.name : typeof error;
    process.emitWarning(`telemetry of a call failed (${name}); the error was ignored`, { type: 'SmsServiceWarning' });
  }
}

export interface Server {
  readonly host: string;
  readonly port: number;
}

export function serverOf(address: string): Server | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, port } = new URL(address);
  const usual = protocol === 'https:' ? 443 : 80;
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? usual : Number(port) };
}
