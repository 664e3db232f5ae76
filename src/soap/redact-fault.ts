import type { FaultDetail } from '../errors/errors.js';
import { redact } from '../errors/redact.js';
import type { Fault } from './fault.js';

/** A Fault without what the gateway may have echoed of the request. */
export function redactFault(fault: Fault, secrets: readonly string[]): Fault {
  const { faultCode, faultString, faultActor, detail } = fault;
  return {
    faultCode: redact(faultCode, secrets),
    faultString: redact(faultString, secrets),
    faultActor: faultActor === undefined ? undefined : redact(faultActor, secrets),
    detail: detail === undefined ? undefined : redactDetail(detail, secrets),
  };
}

function redactDetail(detail: FaultDetail, secrets: readonly string[]): FaultDetail {
  if (typeof detail === 'string') return redact(detail, secrets);
  return Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [
      name,
      isList(value) ? value.map((item) => redactDetail(item, secrets)) : redactDetail(value, secrets),
    ]),
  );
}

function isList(value: FaultDetail | readonly FaultDetail[]): value is readonly FaultDetail[] {
  return Array.isArray(value);
}
