import { optionalText, wholeNumber } from '../../domain/check-values.js';
import { checkBoolean, checkOneOf, invalid } from '../../options/check.js';
import { checkObject, type KnownNames } from '../../options/names.js';
import { requiredText } from '../options/checks.js';
import type { InjectedFailure, InjectedFault } from './failure.js';

const KINDS = ['result', 'fault', 'delayMs', 'drop'] as const;
const PATH = 'failure';

type Fields = { readonly [K in (typeof KINDS)[number] | 'description' | 'carriedOut']?: unknown };

const FIELDS: KnownNames<Fields> = {
  result: true,
  description: true,
  carriedOut: true,
  fault: true,
  delayMs: true,
  drop: true,
};
const FAULT: KnownNames<InjectedFault> = { code: true, string: true, actor: true, detail: true };

/**
 * Checks a failure; a field with the value `undefined` is none.
 *
 * @returns a failure of its own, with the fields of its kind only
 * @throws ValidationError when it is not of exactly one kind, or a field is unknown or not usable
 */
export function checkFailure(failure: InjectedFailure): InjectedFailure {
  const fields: Fields = checkObject<Fields>(failure, FIELDS, PATH);
  const [kind, second] = KINDS.filter((name) => fields[name] !== undefined);
  if (kind === undefined) return invalid(PATH, NO_KIND);
  if (second !== undefined) invalid(PATH, `has both ${kind} and ${second}; a failure is of one kind`);
  for (const name of ['description', 'carriedOut'] as const) {
    if (kind !== 'result' && fields[name] !== undefined) invalid(`${PATH}.${name}`, 'goes only with a result');
  }
  return CHECKS[kind](fields);
}

const NO_KIND = 'is neither a result, a fault, a delayMs nor a drop';

const CHECKS: Readonly<Record<(typeof KINDS)[number], (fields: Fields) => InjectedFailure>> = {
  result: ({ result, description, carriedOut }) => ({
    result: wholeNumber(result, `${PATH}.result`),
    description: optionalText(description, `${PATH}.description`),
    carriedOut: carriedOut === undefined ? undefined : checkBoolean(carriedOut, `${PATH}.carriedOut`),
  }),
  fault: ({ fault }) => ({ fault: checkFault(fault) }),
  delayMs: ({ delayMs }) =>
    typeof delayMs === 'number' && delayMs >= 0
      ? { delayMs }
      : invalid(`${PATH}.delayMs`, 'is not a number of 0 or more'),
  drop: ({ drop }) => ({ drop: checkOneOf(drop, ['before', 'after', 'unanswered'], `${PATH}.drop`) }),
};

function checkFault(fault: unknown): InjectedFault {
  const path = `${PATH}.fault`;
  const fields = checkObject(fault as { readonly [K in keyof InjectedFault]?: unknown }, FAULT, path);
  return {
    code: requiredText(fields.code, `${path}.code`),
    string: requiredText(fields.string, `${path}.string`),
    actor: optionalText(fields.actor, `${path}.actor`),
    detail: optionalText(fields.detail, `${path}.detail`),
  };
}
