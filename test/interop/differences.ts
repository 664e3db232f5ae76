import type { Response } from './peers/peer.js';

/** A difference between an observed and an expected value. */
export interface Difference {
  readonly place: string;
  readonly wanted: unknown;
  readonly instead: unknown;
}

/**
 * Compares two JSON values field by field. An absent field and an undefined field are equal.
 *
 * @param place - the path of the values, for the paths of the differences
 */
export function differences(place: string, wanted: unknown, observed: unknown): Difference[] {
  if (Object.is(wanted, observed)) return [];
  if (Array.isArray(wanted) && Array.isArray(observed) && wanted.length === observed.length) {
    return wanted.flatMap((item: unknown, index) => differences(`${place}[${index}]`, item, observed[index]));
  }
  if (isRecord(wanted) && isRecord(observed)) {
    const names = new Set([...Object.keys(wanted), ...Object.keys(observed)]);
    return [...names].flatMap((name) => differences(`${place}.${name}`, wanted[name], observed[name]));
  }
  return [{ place, wanted, instead: observed }];
}

/** Compares two responses. Responses of different kinds are one difference. */
export function responseDifferences(place: string, wanted: Response, got: Response): Difference[] {
  if ('output' in wanted && 'output' in got) return differences(place, wanted.output, got.output);
  if ('fault' in wanted && 'fault' in got) return differences(place, wanted.fault, got.fault);
  return [{ place, wanted, instead: got }];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
