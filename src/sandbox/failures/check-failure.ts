import { optionalText, refuse, wholeNumber } from '../../client/check.js';
import { checkObject, requiredText } from '../options/checks.js';
import type { Failure, InjectedFault } from './failures.js';

const KINDS = ['result', 'fault', 'delayMs', 'drop'] as const;
const PATH = 'failure';

type Fields = { readonly [K in (typeof KINDS)[number] | 'description']?: unknown };

const FIELDS: Readonly<Record<keyof Fields, true>> = {
  result: true,
  description: true,
  fault: true,
  delayMs: true,
  drop: true,
};
const FAULT: Readonly<Record<keyof InjectedFault, true>> = { code: true, string: true, actor: true, detail: true };

/**
 * Checks a failure; a field with the value `undefined` is none.
 *
 * @returns a failure of its own, with the fields of its kind only
 * @throws ValidationError when it is not of exactly one kind, or a field is unknown or not usable
 */
export function checkFailure(failure: Failure): Failure {
  if (typeof failure !== 'object' || failure === null) refuse({ path: PATH }, NO_KIND);
  const fields: Fields = failure;
  checkObject(fields, FIELDS, PATH);
  const [kind, second] = KINDS.filter((name) => fields[name] !== undefined);
  if (kind === undefined) return refuse({ path: PATH }, NO_KIND);
  if (second !== undefined) refuse({ path: PATH }, `has both ${kind} and ${second}; a failure is of one kind`);
  if (kind !== 'result' && fields.description !== undefined) {
    refuse({ path: `${PATH}.description` }, 'goes only with a result');
  }
  return CHECKS[kind](fields);
}

const NO_KIND = 'is neither a result, a fault, a delayMs nor a drop';

const CHECKS: Readonly<Record<(typeof KINDS)[number], (fields: Fields) => Failure>> = {
  result: ({ result, description }) => ({
    result: wholeNumber(result, { path: `${PATH}.result` }),
    description: optionalText(description, { path: `${PATH}.description` }),
  }),
  fault: ({ fault }) => ({ fault: checkFault(fault) }),
  delayMs: ({ delayMs }) =>
    typeof delayMs === 'number' && delayMs >= 0
      ? { delayMs }
      : refuse({ path: `${PATH}.delayMs` }, 'is not a number of 0 or more'),
  drop: ({ drop }) =>
    drop === 'before' || drop === 'after'
      ? { drop }
      : refuse({ path: `${PATH}.drop` }, "is neither 'before' nor 'after'"),
};

function checkFault(fault: unknown): InjectedFault {
  const path = `${PATH}.fault`;
  const fields = fault as { readonly [K in keyof InjectedFault]?: unknown };
  checkObject(fields, FAULT, path);
  return {
    code: requiredText(fields.code, `${path}.code`),
    string: requiredText(fields.string, `${path}.string`),
    actor: optionalText(fields.actor, { path: `${path}.actor` }),
    detail: optionalText(fields.detail, { path: `${path}.detail` }),
  };
}
