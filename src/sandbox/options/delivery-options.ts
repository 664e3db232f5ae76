import { text } from '../../domain/check-values.js';
import { isFinalStatus, STATUSES, type StatusName } from '../../domain/statuses.js';
import { ValidationError } from '../../errors/errors.js';
import { checkFunction, checkWhole, entriesOf, invalid, oneOf } from '../../options/check.js';
import { type OptionsOf, optional, readOptions, required, withDefault } from '../../options/table.js';
import { type DeliveryFacts, UnusableOption } from '../gateway/operations/call.js';
import type { DeliveryStep } from '../gateway/store/message.js';
import { requiredText } from './checks.js';

const STATUS_NAMES = Object.keys(STATUSES) as readonly StatusName[];

const STEP = {
  /** The name of the status: `'SENT'`, `'DELIVERED'`, `'UNDELIVERED'` and so on. */
  status: required<StatusName, StatusName>((name, path) => oneOf(...STATUS_NAMES)(name, path)),
  /** The time after sending, in milliseconds. Default: 0. */
  afterMs: withDefault(0, (value: unknown, path: string) => checkWhole(value, path, 0)),
  /** The key that the recipient of a voice message pressed. Default: none. */
  pressed: optional(text),
  /** The length of the call of a voice message, in seconds. Default: none. */
  durationSeconds: optional((value: unknown, path: string) => checkWhole(value, path, 0)),
};

/** A status of a message. */
export interface SandboxDeliveryStep extends OptionsOf<typeof STEP> {}

/** A message, as passed to a function that returns its statuses. */
export type SandboxDelivery = DeliveryFacts;

/** The statuses of messages: a list for all, or a function that returns the list of each message. */
export type DeliveryScript =
  | readonly SandboxDeliveryStep[]
  | ((message: SandboxDelivery) => readonly SandboxDeliveryStep[] | undefined);

/** The same, validated. */
export type GivenScript = (message: SandboxDelivery) => readonly DeliveryStep[] | undefined;

/** Every message gets the default statuses of the gateway. */
export const NO_SCRIPT: GivenScript = () => undefined;

/** Reads a script. */
export function deliveryScript(given: DeliveryScript, path: string): GivenScript {
  if (typeof given !== 'function') {
    const steps = readSteps(given, path);
    return () => steps;
  }
  return (message) => {
    const steps = called(() => given(message), path);
    try {
      return steps === undefined ? undefined : readSteps(steps, path);
    } catch (error) {
      const why = error instanceof ValidationError ? ` (${error.message})` : '';
      throw new UnusableOption(path, `gave what is no list of statuses${why}`);
    }
  };
}

/** Calls a function of the caller. */
function called<T>(call: () => T, path: string): T {
  try {
    return call();
  } catch {
    // The original message may contain data of a message.
    throw new UnusableOption(path, 'has failed');
  }
}

const MAX_STEPS = 100;

function readSteps(given: readonly SandboxDeliveryStep[], path: string): readonly DeliveryStep[] {
  const entries = entriesOf(given, path);
  if (entries.length > MAX_STEPS) invalid(path, `has more than ${MAX_STEPS} entries`);
  const steps: DeliveryStep[] = [];
  for (const [each, entry] of entries) {
    const { status: name, afterMs, pressed, durationSeconds } = readOptions(entry, STEP, { path: each });
    const before = steps.at(-1);
    if (before !== undefined && isFinalStatus(before.status)) invalid(each, 'stands behind a final status');
    if (before !== undefined && afterMs < before.afterMs) invalid(`${each}.afterMs`, 'is before the entry above it');
    steps.push({ status: STATUSES[name], afterMs, pressed, durationSeconds });
  }
  return steps;
}

const NETWORK = {
  /** The mobile country code. */
  mcc: required(requiredText),
  /** The mobile network code. */
  mnc: required(requiredText),
  /** The name of the network. */
  name: required(requiredText),
  /** The original network of a ported number. Default: `null`, not ported. */
  portedFrom: withDefault<string | null, string | null>(null, (value, path) =>
    value === null ? null : text(value, path),
  ),
};

/** The network of a number. */
export interface SandboxNetwork extends OptionsOf<typeof NETWORK> {}

/** The same, validated. */
interface GivenNetwork {
  readonly mcc: string;
  readonly mnc: string;
  readonly name: string;
  readonly portedFrom: string | null;
}

export type NetworkOf = (number: string) => GivenNetwork | undefined;

/** The codes that ITU-T E.212 reserves for tests. */
const TEST_NETWORK: GivenNetwork = { mcc: '001', mnc: '01', name: 'Test', portedFrom: null };

/** All numbers have the same network. */
export const ONE_NETWORK: NetworkOf = () => TEST_NETWORK;

export function networkOf(given: (number: string) => SandboxNetwork | undefined, path: string): NetworkOf {
  checkFunction(given, path);
  return (number) => {
    const network = called(() => given(number), path);
    if (network === undefined) return undefined;
    try {
      return readOptions(network, NETWORK, { path });
    } catch {
      throw new UnusableOption(path, 'gave what is no network: mcc, mnc and name are needed');
    }
  };
}
