import type { FaultDetail } from '../../errors/errors.js';
import type { Redactor } from '../../redact/redact.js';
import type { Fault } from './fault.js';

/** A Fault without what the gateway may have echoed of the request. */
export function redactFault(fault: Fault, redact: Redactor): Fault {
  const { faultCode, faultString, faultActor, detail, isTruncated } = fault;
  return {
    isTruncated,
    faultCode: redact(faultCode),
    faultString: redact(faultString),
    faultActor: faultActor === undefined ? undefined : redact(faultActor),
    detail: detail === undefined ? undefined : redactDetail(detail, redact),
  };
}

function redactDetail(detail: FaultDetail, redact: Redactor): FaultDetail {
  if (typeof detail === 'string') return redact(detail);
  const names = new Map<string, number>();
  return Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [
      unusedName(redact(name), names),
      isList(value) ? value.map((item) => redactDetail(item, redact)) : redactDetail(value, redact),
    ]),
  );
}

/** The names of elements come from outside as well; of several that look the same afterwards none is lost. */
function unusedName(name: string, used: Map<string, number>): string {
  const count = (used.get(name) ?? 0) + 1;
  used.set(name, count);
  // An element's own name has no space in it.
  return count === 1 ? name : `${name} ${count}`;
}

function isList(value: FaultDetail | readonly FaultDetail[]): value is readonly FaultDetail[] {
  return Array.isArray(value);
}
