import { checkOneOf, invalid } from '../../options/check.js';
import { readOptions } from '../../options/table.js';
import type { MatchRule } from '../contract/compared-request.js';
import type { Contracts } from '../contract/contracts.js';
import { checkPath } from '../file/check-path.js';
import { ChosenPrivacy } from '../privacy/chosen-privacy.js';
import {
  CASSETTE_MODES,
  CASSETTE_OPTIONS,
  type CassetteMode,
  type CassetteOptions,
  type CassetteValues,
} from './cassette-options.js';
import type { NotRecorded } from './playing/miss.js';

export type Environment = Readonly<Record<string, string | undefined>>;

interface ModeRules {
  readonly records: 'all' | 'missing' | 'none';
  readonly isFromScratch?: boolean;
  readonly failsOnUnused?: boolean;
  readonly dropsUnused?: boolean;
}

export interface Mode extends ModeRules {
  readonly name: CassetteMode;
  readonly notRecorded: NotRecorded | undefined;
}

const IN_CI: NotRecorded = {
  why: 'CI is set',
  advice: 'To record it, run it once without CI and keep the file.',
};
const RECORD_IT = "To record it, use mode 'auto' (only missing calls) or 'record' (all calls).";

const MODES: Readonly<Record<CassetteMode, ModeRules>> = {
  auto: { records: 'missing' },
  record: { records: 'all', isFromScratch: true },
  replay: { records: 'none' },
  locked: { records: 'none', failsOnUnused: true },
  update: { records: 'all', dropsUnused: true },
};

type Carried = 'transport' | 'latency' | 'now' | 'keep' | 'logger';

export interface CassetteSettings extends Pick<CassetteValues, Carried> {
  readonly file: string;
  readonly mode: Mode;
  readonly rules: Readonly<Record<string, MatchRule>>;
  readonly repeatsLast: boolean;
  readonly failsOnUnusedTracks: boolean;
  readonly privacy: ChosenPrivacy;
}

/** Validates the options of a cassette. @throws ValidationError that names the option */
export function cassetteSettings(
  contracts: Contracts,
  file: string | URL,
  options: CassetteOptions,
  environment: Environment,
): CassetteSettings {
  const { mode, match, afterLast, unusedTracks, privacy, ...others } = readOptions(options, CASSETTE_OPTIONS);
  return {
    file: checkPath(file, 'file'),
    mode: modeIn(environment, mode),
    rules: checkFields(match, contracts),
    repeatsLast: afterLast === 'repeat',
    failsOnUnusedTracks: unusedTracks === 'fail',
    privacy: new ChosenPrivacy(privacy, environment),
    ...others,
  };
}

export function playsNothing({ mode }: CassetteSettings): string | undefined {
  return mode.records === 'all' ? mode.name : undefined;
}

const MODE_VARIABLE = 'SMS_SERVICE_CASSETTE_MODE';

const NO_CI: ReadonlySet<string> = new Set(['', 'false', 'no', 'off', '0']);

function modeIn(environment: Environment, input: CassetteMode): Mode {
  const isCi = !NO_CI.has((environment['CI'] ?? '').trim().toLowerCase());
  const variable = environment[MODE_VARIABLE] ?? '';
  if (variable === '') return modeOf(input, isCi);
  const named = checkOneOf(variable, CASSETTE_MODES, MODE_VARIABLE);
  const wouldRecord = modeOf(named, isCi).records !== 'none';
  if (isCi && wouldRecord) invalid(MODE_VARIABLE, `is '${named}', which records, but CI is set; CI=false lets it`);
  return modeOf(isCi && input === 'locked' ? input : named, isCi);
}

function modeOf(name: CassetteMode, isCi: boolean): Mode {
  const rules = MODES[name];
  if (rules.records === 'missing' && isCi) return { name, records: 'none', notRecorded: IN_CI };
  const why = `the mode is '${name}'`;
  return { name, ...rules, notRecorded: rules.records === 'none' ? { why, advice: RECORD_IT } : undefined };
}

function checkFields(
  rules: Readonly<Record<string, MatchRule>>,
  contracts: Contracts,
): Readonly<Record<string, MatchRule>> {
  const fields = Object.keys(rules);
  // The paths are computed on first use.
  const known = fields.length === 0 ? undefined : contracts.fieldPaths;
  for (const field of fields) {
    if (known?.has(field) !== true) {
      invalid(`match.${field}`, 'is no field of a request; a path is as in sms_param.date');
    }
  }
  return rules;
}
