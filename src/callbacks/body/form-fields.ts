import { CallbackError } from '../../errors/incoming-error.js';
import { Problem } from '../../errors/problem.js';
import { type FormFields, readForm } from '../../http-message/form.js';
import { FIELD_NAMES } from '../description/kinds.js';
import { type CallbackLimits, RefusedRequest } from './limits.js';

const AMPERSAND = 0x26;

/**
 * Reads the fields of a query or of a form.
 *
 * @throws RefusedRequest if there are more or larger fields than the limits allow
 * @throws CallbackError that names the field that cannot be read
 */
export function readFormFields(
  bytes: Uint8Array,
  charset: string | undefined,
  limits: CallbackLimits,
  before: number = 0,
): FormFields {
  checkSizes(bytes, limits, before);
  try {
    return readForm(bytes, charset?.toLowerCase());
  } catch (error) {
    throw misfit(error);
  }
}

function checkSizes(bytes: Uint8Array, limits: CallbackLimits, before: number): void {
  let count = before;
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(AMPERSAND, start);
    const end = found === -1 ? bytes.length : found;
    if (end > start) checkField(++count, end - start, limits);
    start = end + 1;
  }
}

/** Refuses one field too many, and one that is too large. @param count - the number of fields with this one */
export function checkField(count: number, bytes: number, limits: CallbackLimits): void {
  if (count > limits.fields) throw new RefusedRequest(413, `the request has more than ${limits.fields} fields`);
  if (bytes > limits.fieldBytes) throw new RefusedRequest(413, `a field has more than ${limits.fieldBytes} bytes`);
}

export function misfit(error: unknown): unknown {
  if (!(error instanceof Problem)) return error;
  return new CallbackError(shownName(error.path), error.message);
}

/**
 * Returns the name of a field for an error: only names of the specification. Other names may be text of a message,
 * because some senders do not escape the ampersands in their values.
 */
export function shownName(name: string): string {
  const [before = ''] = name.split('[', 1);
  return FIELD_NAMES.has(before) ? before : '';
}
