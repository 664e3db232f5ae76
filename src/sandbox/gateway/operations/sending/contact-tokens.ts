import type { InterfaceVariant } from '../../../../domain/sending/message-parts.js';
import type { Contact, ContactField } from '../../store/records/contact.js';
import type { GatewaySettings } from '../settings.js';

/** The name of a contact's field in a text (specification section 4.1, rule 6). */
interface Token {
  readonly field: ContactField;
  /** The variant that spells it so. Default: both. */
  readonly variant?: InterfaceVariant;
}

const TOKENS: ReadonlyMap<string, Token> = new Map<string, Token>([
  ['imie', { field: 'firstName' }],
  ['imie_w', { field: 'firstNameVocative' }],
  ['nazwisko', { field: 'lastName' }],
  ['kontakt.kraj', { field: 'country' }],
  ['kontakt.informacja', { field: 'info', variant: 'current' }],
  ['kontakt.opis', { field: 'info', variant: 'earlier' }],
  ['kontakt.email', { field: 'email' }],
  ['kontakt.urzadzenie', { field: 'device' }],
  ['kontakt.miasto', { field: 'city', variant: 'current' }],
  ['kontakt.miejscowosc', { field: 'city', variant: 'earlier' }],
  ['kontakt.przegladarka', { field: 'browser' }],
  ['kontakt.system_operacyjny', { field: 'operatingSystem', variant: 'current' }],
  ['kontakt.system operacyjny', { field: 'operatingSystem', variant: 'earlier' }],
]);

const CUSTOM = 'kontakt.';

/**
 * The value of a contact's field.
 *
 * @param name - what stands between `[%` and `%]`
 * @param settings - the variant of the interface, `undefined` for the spellings of both, and what stands for the field
 *   that a contact lacks
 * @returns `undefined` where the placeholder stays: for a name that is none of a contact's field
 */
export function contactValue(
  name: string,
  { fields }: Contact,
  { variant, missingFields }: Pick<GatewaySettings, 'variant' | 'missingFields'>,
): string | undefined {
  const missing = missingFields === 'empty' ? '' : undefined;
  const token = TOKENS.get(name);
  if (token !== undefined && (variant === undefined || token.variant === undefined || token.variant === variant)) {
    return fields?.[token.field] ?? missing;
  }
  if (!name.startsWith(CUSTOM)) return undefined;
  const custom = name.slice(CUSTOM.length);
  return fields?.custom !== undefined && Object.hasOwn(fields.custom, custom) ? fields.custom[custom] : missing;
}
