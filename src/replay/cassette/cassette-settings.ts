import { checkFunction, checkMethods, checkOneOf, invalid, isObject } from '../../options/check.js';
import { type KnownNames, readOptions } from '../../options/names.js';
import type { Transport } from '../../transport/transport.js';
import type { Contracts } from '../contract/contracts.js';
import { checkPath } from '../file/check-path.js';
import type { MatchRule } from '../matching/rules.js';
import { ChosenPrivacy } from '../privacy/chosen-privacy.js';
import type { CassetteMode, CassetteOptions } from './cassette-options.js';

/** What of the environment a cassette looks at. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a mode does. */
interface ModeRules {
  /** Which calls are recorded; those that are not are played. */
  readonly records: 'all' | 'missing' | 'none';
  /** Whether what the file holds is neither played nor kept. */
  readonly isFromScratch?: boolean;
  /** What becomes of recordings that nobody has asked for. */
  readonly failsOnUnused?: boolean;
  readonly dropsUnused?: boolean;
}

/** A mode as it is in an environment. */
export interface Mode extends ModeRules {
  readonly name: CassetteMode;
  /** Where nothing is recorded: why. */
  readonly whyNotRecorded: string | undefined;
}

const MODES: Readonly<Record<CassetteMode, ModeRules>> = {
  auto: { records: 'missing' },
  record: { records: 'all', isFromScratch: true },
  replay: { records: 'none' },
  locked: { records: 'none', failsOnUnused: true },
  update: { records: 'all', dropsUnused: true },
};

/** {@link CassetteOptions}, checked and with their defaults. */
export interface CassetteSettings {
  readonly file: string;
  readonly mode: Mode;
  readonly transport: Transport | undefined;
  readonly rules: Readonly<Record<string, MatchRule>>;
  readonly repeatsLast: boolean;
  /** What the recorded time is multiplied with. */
  readonly latency: number;
  readonly privacy: ChosenPrivacy;
  readonly now: () => Date;
}

const OPTIONS: KnownNames<CassetteOptions> = {
  mode: true,
  transport: true,
  match: true,
  afterLast: true,
  latency: true,
  privacy: true,
  now: true,
};

/**
 * Checks the options of a cassette.
 *
 * @throws ValidationError that names the option
 */
export function cassetteSettings(
  contracts: Contracts,
  file: string,
  options: CassetteOptions,
  environment: Environment,
): CassetteSettings {
  const {
    mode = 'auto',
    transport,
    match = {},
    afterLast = 'fail',
    latency = 'none',
    privacy = {},
    now,
  } = readOptions(options, OPTIONS);
  if (transport !== undefined) checkMethods(transport, ['send'], 'transport');
  return {
    file: checkPath(file, 'file'),
    mode: modeOf(mode, environment),
    transport,
    rules: checkedRules(match, contracts),
    repeatsLast: checkOneOf(afterLast, ['fail', 'repeat'], 'afterLast') === 'repeat',
    latency: latencyOf(latency),
    privacy: new ChosenPrivacy(privacy, environment),
    now: now === undefined ? () => new Date() : checkedClock(checkFunction(now, 'now')),
  };
}

/** Refuses a time that is none, before anything is sent. */
function checkedClock(now: () => Date): () => Date {
  return () => {
    const time: unknown = now();
    return time instanceof Date && !Number.isNaN(time.getTime()) ? time : invalid('now', 'gives no valid Date');
  };
}

function modeOf(given: CassetteMode, { CI }: Environment): Mode {
  const name = checkOneOf(given, Object.keys(MODES) as CassetteMode[], 'mode');
  const rules = MODES[name];
  const isCi = CI !== undefined && CI !== '' && CI !== 'false' && CI !== '0';
  if (rules.records === 'missing' && isCi) return { name, records: 'none', whyNotRecorded: 'CI is set' };
  return { name, ...rules, whyNotRecorded: rules.records === 'none' ? `the mode is '${name}'` : undefined };
}

function checkedRules(
  match: Readonly<Record<string, MatchRule>>,
  contracts: Contracts,
): Readonly<Record<string, MatchRule>> {
  if (!isObject(match)) return invalid('match', 'is not an object');
  const rules = Object.entries(match);
  if (rules.length === 0) return {};
  const known = contracts.fieldPaths;
  for (const [field, rule] of rules) {
    if (!known.has(field)) invalid(`match.${field}`, 'is no field of a request; a path is as in sms_param.date');
    if (rule !== 'ignore' && rule !== 'relative' && typeof rule !== 'function') {
      invalid(`match.${field}`, "is neither 'ignore', 'relative' nor a function");
    }
  }
  return { ...match };
}

function latencyOf(latency: 'none' | 'recorded' | number): number {
  if (latency === 'none') return 0;
  if (latency === 'recorded') return 1;
  const isFactor = typeof latency === 'number' && latency >= 0 && latency < Number.POSITIVE_INFINITY;
  return isFactor ? latency : invalid('latency', "is neither 'none', 'recorded' nor a number of 0 or more");
}
