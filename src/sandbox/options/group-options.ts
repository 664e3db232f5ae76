import { text } from '../../domain/check-values.js';
import { entriesOf, invalid, isObject } from '../../options/check.js';
import {
  type OptionsOf,
  type OptionValues,
  optional,
  readOptions,
  required,
  withDefault,
} from '../../options/table.js';
import type { Contact } from '../gateway/store/records/contact.js';
import { requiredText } from './checks.js';

const FIELD = optional(text);

const CONTACT_FIELDS = {
  /** For `[%imie%]` in a text to the group. */
  firstName: FIELD,
  /** For `[%imie_w%]`. */
  firstNameVocative: FIELD,
  /** For `[%nazwisko%]`. */
  lastName: FIELD,
  /** For `[%kontakt.kraj%]`. */
  country: FIELD,
  /** For `[%kontakt.informacja%]`, in the earlier variant `[%kontakt.opis%]`. */
  info: FIELD,
  /** For `[%kontakt.email%]`. */
  email: FIELD,
  /** For `[%kontakt.urzadzenie%]`. */
  device: FIELD,
  /** For `[%kontakt.miasto%]`, in the earlier variant `[%kontakt.miejscowosc%]`. */
  city: FIELD,
  /** For `[%kontakt.przegladarka%]`. */
  browser: FIELD,
  /** For `[%kontakt.system_operacyjny%]`, in the earlier variant with a space in place of the `_`. */
  operatingSystem: FIELD,
  /** Fields of one's own, by name: `{ size: 'XL' }` for `[%kontakt.size%]`. Default: none. */
  custom: optional(customFields),
};

const CONTACT = {
  /** Kept as it is. */
  number: required(requiredText),
  /** Default: empty. */
  name: withDefault('', text),
  ...CONTACT_FIELDS,
};

/**
 * A number that a contact group has from the start, and the fields that a text to the group can name (specification
 * section 4.1, rule 6); the token of a field that a contact does not have is replaced by nothing.
 */
export interface SandboxContact extends OptionsOf<typeof CONTACT> {}

const GROUP = {
  /** Unique in its account and not empty, unless the account takes `anyGroupNames`. */
  name: required(requiredText),
  /** A note. Default: empty. */
  info: withDefault('', text),
  /** Kept as they are, also what is no telephone number. Default: none. */
  numbers: withDefault<readonly SandboxContact[], readonly Contact[]>([], contacts),
};

/** A contact group that an account has from the start. */
export interface SandboxGroup extends OptionsOf<typeof GROUP> {}

/** A contact group of an account, checked, with its path for errors. */
export type GivenGroup = OptionValues<typeof GROUP> & { readonly path: string };

/** Reads the groups of an account. */
export function groups(given: readonly SandboxGroup[], path: string): readonly GivenGroup[] {
  return entriesOf(given, path).map(([each, group]) => ({ ...readOptions(group, GROUP, { path: each }), path: each }));
}

function contacts(given: readonly SandboxContact[], path: string): readonly Contact[] {
  return entriesOf(given, path).map(([each, contact]) => {
    const { number, name, ...fields } = readOptions(contact, CONTACT, { path: each });
    const hasFields = Object.values(fields).some((value) => value !== undefined);
    return hasFields ? { number, name, fields } : { number, name };
  });
}

function customFields(given: Readonly<Record<string, string>>, path: string): Readonly<Record<string, string>> {
  if (!isObject(given)) return invalid(path, 'is not an object');
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, text(value, `${path}.${name}`)]));
}
