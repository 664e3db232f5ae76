import type { FaultDetail } from '../../errors/errors.js';
import type { Redactor } from '../../redact/redact.js';
import type { Fault } from './fault.js';

/** Redacts the request data that the gateway may have echoed in a Fault. */
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

/** Makes a redacted name unique. Element names are redacted too, and several may become equal. */
function unusedName(name: string, used: Map<string, number>): string {
  const count = (used.get(name) ?? 0) + 1;
  used.set(name, count);
  // Original element names contain no space, so this name is unused.
  return count === 1 ? name : `${name} ${count}`;
}

function isList(value: FaultDetail | readonly FaultDetail[]): value is readonly FaultDetail[] {
  return Array.isArray(value);
}
