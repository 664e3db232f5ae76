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
import type { Contact } from '../gateway/store/contact.js';
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
  /** For `[%kontakt.system_operacyjny%]`, in the earlier variant with a space instead of `_`. */
  operatingSystem: FIELD,
  /** Custom fields, by name: `{ size: 'XL' }` for `[%kontakt.size%]`. Default: none. */
  custom: optional(customFields),
};

const CONTACT = {
  /** Stored unchanged. */
  number: required(requiredText),
  /** Default: empty. */
  name: withDefault('', text),
  ...CONTACT_FIELDS,
};

/**
 * An initial number of a contact group, with the fields that texts to the group can use (specification section 4.1,
 * rule 6). The placeholder of a missing field is replaced by an empty text.
 */
export interface SandboxContact extends OptionsOf<typeof CONTACT> {}

const GROUP = {
  /** Unique in its account and not empty, unless the account has `anyGroupNames`. */
  name: required(requiredText),
  /** A note. Default: empty. */
  info: withDefault('', text),
  /** Stored unchanged, also values that are not telephone numbers. Default: none. */
  numbers: withDefault<readonly SandboxContact[], readonly Contact[]>([], contacts),
};

/** An initial contact group of an account. */
export interface SandboxGroup extends OptionsOf<typeof GROUP> {}

/** A contact group of an account, validated, with its path for errors. */
export type GivenGroup = OptionValues<typeof GROUP> & { readonly path: string };

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
