import type { InterfaceVariant } from '../../../domain/sending/message-parts.js';
import { MessageText } from '../../../domain/sending/message-text.js';
import { invalid } from '../../../options/check.js';
import { reading, unreadable } from '../../../options/readable.js';
import { checkedNames } from '../../../options/table.js';
import type { Field, ParameterTable, ParameterValues } from './endpoint.js';

export interface CheckedRow {
  readonly section: string;
  readonly variants?: readonly InterfaceVariant[] | undefined;
  readonly excludes?: readonly string[] | undefined;
  readonly check: (value: never, path: string, operation: string) => unknown;
}

interface ReadSettings {
  readonly variant: InterfaceVariant;
  readonly shortLinkKey: string;
}

/**
 * Checks the parameters of an endpoint: names, types, combinations, and the variant of the interface.
 *
 * @throws ValidationError with the path of the invalid parameter
 */
export function readParameters<T extends Readonly<Record<string, CheckedRow>>>(
  input: object,
  table: T,
  { variant, shortLinkKey }: ReadSettings,
  operation: string,
  beside: object = {},
): ParameterValues<T> {
  checkedNames(input, table, 'the argument', '', operation);
  const all: Readonly<Record<string, unknown>> = reading('the argument', { operation }, () => ({
    ...input,
    ...beside,
  }));
  for (const name of Object.keys(beside)) {
    if (name in input) invalid(name, 'is a separate argument. Remove it from the object', { operation });
  }
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(all)) {
    const row = table[name];
    if (value === undefined || row === undefined) continue;
    checkVariant(row, variant, name, operation);
    const other = row.excludes?.find((excluded) => all[excluded] !== undefined);
    if (other !== undefined) invalid(name, `cannot be used together with ${other}`, { operation });
    try {
      const rendered: unknown = value instanceof MessageText ? value.render({ variant, shortLinkKey }) : value;
      values[name] = row.check(rendered as never, name, operation);
    } catch (error) {
      throw unreadable(error, name, { operation });
    }
  }
  return values as ParameterValues<T>;
}

export function checkVariant(
  { variants, section }: Pick<CheckedRow, 'variants' | 'section'>,
  variant: InterfaceVariant,
  path: string,
  operation: string,
): void {
  if (variants === undefined || variants.includes(variant)) return;
  const only = `exists only in the ${variants.join(' and the ')} variant of the interface`;
  invalid(path, `${only} (sections ${section} and 9). Set the option \`variant\``, { operation });
}

/** Writes the fields of a request, in the order of the values. Values without a row are not sent. */
export function writeParameters<T extends ParameterTable>(
  table: T,
  values: ParameterValues<T>,
  hash?: (secret: string) => string,
): Field[] {
  const fields: Field[] = [];
  for (const name of Object.keys(values)) {
    const value: unknown = values[name];
    const parameter = table[name];
    if (value === undefined || parameter === undefined) continue;
    const isHashed = hash !== undefined && parameter.isSecret === true;
    for (const field of parameter.write(value)) fields.push(isHashed ? [field[0], hash(field[1])] : field);
  }
  return fields;
}
