import { checkOneOf, entriesOf, invalid } from '../../options/check.js';
import { readOptions } from '../../options/table.js';
import type { Contracts } from '../contract/contracts.js';
import { checkName } from '../file/check-name.js';
import { checkPath } from '../file/check-path.js';
import type { MatchRule } from '../matching/rules.js';
import { ChosenPrivacy } from '../privacy/chosen-privacy.js';
import {
  CASSETTE_MODES,
  CASSETTE_OPTIONS,
  type CassetteMode,
  type CassetteOptions,
  type CassetteValues,
} from './cassette-options.js';
import type { NotRecorded } from './playing/miss.js';

/** The environment variables that a cassette looks at. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The rules of a mode. With `'tracks'` a track is recorded where it is not there whole, and played where it is. */
interface ModeRules {
  /** The calls that are recorded; those that are not are played. */
  readonly records: 'all' | 'missing' | 'tracks' | 'none';
  /** Begins with nothing: recordings in the file are neither played nor kept. */
  readonly isFromScratch?: boolean;
  /** The end of recordings that nobody has asked for. */
  readonly failsOnUnused?: boolean;
  readonly dropsUnused?: boolean;
}

/** A mode as it is in an environment. */
export interface Mode extends ModeRules {
  readonly name: CassetteMode;
  /** Present where nothing is recorded. */
  readonly notRecorded: NotRecorded | undefined;
}

const IN_CI: NotRecorded = {
  why: 'CI is set',
  advice: 'To record it, run it once without CI and keep the file.',
};
const RECORD_IT = "To record it, use mode 'auto' (only missing calls) or 'record' (all calls).";

const MODES: Readonly<Record<CassetteMode, ModeRules>> = {
  auto: { records: 'missing' },
  once: { records: 'tracks' },
  record: { records: 'all', isFromScratch: true },
  replay: { records: 'none' },
  locked: { records: 'none', failsOnUnused: true },
  update: { records: 'all', dropsUnused: true },
};

type Hooks = 'beforeRecord' | 'beforePlay' | 'templates' | 'passThrough';

/** The options that are settings as they are. */
type Carried = 'transport' | 'accounts' | 'latency' | 'now' | 'keep' | 'logger' | Hooks;

/** The settings of a cassette: its options, and what follows from them and the environment. */
export interface CassetteSettings extends Pick<CassetteValues, Carried> {
  readonly file: string;
  readonly mode: Mode;
  readonly rules: Readonly<Record<string, MatchRule>>;
  readonly repeatsLast: boolean;
  /** Each call must be the next one that was recorded. */
  readonly isInOrder: boolean;
  /** The end of tracks that nobody has asked for, where a mode fails on what is unused. */
  readonly failsOnUnusedTracks: boolean;
  readonly privacy: ChosenPrivacy;
}

/**
 * Checks the options of a cassette.
 *
 * @throws ValidationError that names the option
 */
export function cassetteSettings(
  contracts: Contracts,
  file: string | URL,
  options: CassetteOptions,
  environment: Environment,
): CassetteSettings {
  const values = readOptions(options, CASSETTE_OPTIONS);
  const { mode, match, afterLast, order, unusedTracks, privacy, ...others } = values;
  if (order === 'strict' && afterLast === 'repeat') invalid('order', "cannot be 'strict' where afterLast is 'repeat'");
  const { numbers, names, texts } = privacy;
  if (values.templates && (numbers || names || texts)) invalid('templates', 'cannot be where anything is a pseudonym');
  const path = checkPath(file, 'file');
  const chosen = modeIn(environment, mode);
  const operations = values.passThrough.length === 0 ? [] : contracts.operations;
  for (const [each, operation] of entriesOf(values.passThrough, 'passThrough')) {
    checkOneOf(operation, operations, each);
  }
  return {
    file: chosen.records === 'none' ? path : checkName(path, privacy, 'file'),
    mode: chosen,
    rules: checkFields(match, contracts),
    repeatsLast: afterLast === 'repeat',
    isInOrder: order === 'strict',
    failsOnUnusedTracks: unusedTracks === 'fail',
    privacy: new ChosenPrivacy(privacy, environment),
    ...others,
  };
}

/** The name of a cassette's mode, where that plays nothing. */
export function playsNothing({ mode }: CassetteSettings): string | undefined {
  return mode.records === 'all' ? mode.name : undefined;
}

/** The variable that names a mode in place of the option. */
const MODE_VARIABLE = 'SMS_SERVICE_CASSETTE_MODE';

/** Values of `CI` that say there is none. */
const NO_CI: ReadonlySet<string> = new Set(['', 'false', 'no', 'off', '0']);

/**
 * The mode of a cassette: that of the environment, which whoever runs the tests has chosen, before that of the code.
 * Where `CI` is set it makes nothing record, and lets `'locked'` be.
 */
function modeIn(environment: Environment, given: CassetteMode): Mode {
  const isCi = !NO_CI.has((environment['CI'] ?? '').trim().toLowerCase());
  const variable = environment[MODE_VARIABLE] ?? '';
  if (variable === '') return modeOf(given, isCi);
  const named = checkOneOf(variable, CASSETTE_MODES, MODE_VARIABLE);
  const wouldRecord = modeOf(named, isCi).records !== 'none';
  if (isCi && wouldRecord) invalid(MODE_VARIABLE, `is '${named}', which records, but CI is set; CI=false lets it`);
  return modeOf(isCi && given === 'locked' ? given : named, isCi);
}

function modeOf(name: CassetteMode, isCi: boolean): Mode {
  const rules = MODES[name];
  if ((rules.records === 'missing' || rules.records === 'tracks') && isCi)
    return { name, records: 'none', notRecorded: IN_CI };
  const why = `the mode is '${name}'`;
  return { name, ...rules, notRecorded: rules.records === 'none' ? { why, advice: RECORD_IT } : undefined };
}

function checkFields(
  rules: Readonly<Record<string, MatchRule>>,
  contracts: Contracts,
): Readonly<Record<string, MatchRule>> {
  const fields = Object.keys(rules);
  // The paths are made when they are first asked for.
  const known = fields.length === 0 ? undefined : contracts.fieldPaths;
  for (const field of fields) {
    if (known?.has(field) !== true) {
      invalid(`match.${field}`, 'is no field of a request; a path is as in sms_param.date');
    }
  }
  return rules;
}
