import type { FormFields } from '../../http-message/form.js';
import type { CallbackEvent } from './events.js';
import type { CallbackField } from './field.js';
import { CALLBACKS } from './kinds.js';

/**
 * Writes a callback as the service does: every field of its kind, and of several messages the values of each field
 * separated by commas. Files are not among them.
 *
 * @param events - of one kind; several are reports
 */
export function writeCallback(events: readonly [CallbackEvent, ...CallbackEvent[]]): FormFields {
  const [first] = events;
  const { fields } = CALLBACKS[first.type];
  return Object.entries(fields).map(([property, given]) => {
    const field: CallbackField = given;
    const of = field.isPerMessage ? events : [first];
    const values = of.map((event) => field.write((event as unknown as Readonly<Record<string, unknown>>)[property]));
    return [field.name, values.every((value) => value === '') ? '' : values.join(',')];
  });
}
