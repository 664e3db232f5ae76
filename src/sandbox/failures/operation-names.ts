import { invalid } from '../../options/check.js';

/** All that stands before the first `_` or `.` of a name: `soap_`. */
const PREFIX = /^[^_.]*[_.]/;

/**
 * Checks the name of an operation, or `*` for any.
 *
 * @param known - the operations that there are
 * @throws ValidationError when there is no such operation; it names the one that was probably meant
 */
export function checkOperation(operation: unknown, known: readonly string[]): void {
  const given = typeof operation === 'string' ? operation : '';
  if (given === '*' || known.includes(given)) return;
  const wanted = given.toLowerCase();
  const meant = known.find((name) => [name.toLowerCase(), name.toLowerCase().replace(PREFIX, '')].includes(wanted));
  const hint = meant === undefined ? `known are ${known.join(', ')}` : `is ${meant} meant?`;
  invalid('operation', `is neither "*" nor the name of an operation; ${hint}`);
}
