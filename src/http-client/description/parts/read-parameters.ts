import type { InterfaceVariant } from '../../../domain/sending/message-parts.js';
import { MessageText } from '../../../domain/sending/message-text.js';
import { invalid } from '../../../options/check.js';
import { reading, unreadable } from '../../../options/readable.js';
import { checkedNames } from '../../../options/table.js';
import type { Field, ParameterTable, ParameterValues } from './endpoint.js';

/** The settings of a client that decide what there is, and how tokens are written. */
interface VariantSettings {
  readonly variant: InterfaceVariant;
  readonly shortLinkKey: string;
}

/**
 * Checks the parameters of an endpoint: names, types, combinations, and the variant of the interface.
 *
 * @throws ValidationError with the path of the invalid parameter
 */
export function readParameters<T extends ParameterTable>(
  given: object,
  table: T,
  { variant, shortLinkKey }: VariantSettings,
  operation: string,
): ParameterValues<T> {
  checkedNames(given, table, 'the argument', '', operation);
  const values: Record<string, unknown> = {};
  const all: Readonly<Record<string, unknown>> = reading(given, 'the argument', { operation }, () => ({ ...given }));
  for (const [name, value] of Object.entries(all)) {
    const parameter = table[name];
    if (value === undefined || parameter === undefined) continue;
    checkVariant(parameter, variant, name, operation);
    for (const other of parameter.excludes ?? []) {
      if (all[other] !== undefined) {
        invalid(name, `cannot be given together with ${other}`, { operation });
      }
    }
    try {
      const rendered: unknown = value instanceof MessageText ? value.render({ variant, shortLinkKey }) : value;
      values[name] = parameter.check(rendered, name, operation);
    } catch (error) {
      throw unreadable(error, { [name]: value }, name, { operation });
    }
  }
  return values as ParameterValues<T>;
}

/** Refuses what a variant of the interface lacks. */
export function checkVariant(
  { variants, section }: { readonly variants?: readonly InterfaceVariant[] | undefined; readonly section: string },
  variant: InterfaceVariant,
  path: string,
  operation: string,
): void {
  if (variants === undefined || variants.includes(variant)) return;
  const only = `is of the ${variants.join(' and the ')} variant of the interface only`;
  invalid(path, `${only} (sections ${section} and 9); the option variant says which one is meant`, { operation });
}

/**
 * Writes the fields of a request, in the order in which they were given.
 *
 * @param secretAs - makes of a secret what goes out. Default: it goes out as it is
 */
export function writeParameters<T extends ParameterTable>(
  table: T,
  values: ParameterValues<T>,
  secretAs?: (secret: string) => string,
): Field[] {
  const fields: Field[] = [];
  for (const name of Object.keys(values)) {
    const value: unknown = values[name];
    const parameter = table[name];
    if (value === undefined || parameter === undefined) continue;
    const isHidden = secretAs !== undefined && parameter.isSecret === true;
    for (const field of parameter.write(value)) fields.push(isHidden ? [field[0], secretAs(field[1])] : field);
  }
  return fields;
}
