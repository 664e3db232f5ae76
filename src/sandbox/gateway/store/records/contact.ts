/** The fields of a contact that a text to its group can name, beside those of its own. */
export type ContactField =
  | 'firstName'
  | 'firstNameVocative'
  | 'lastName'
  | 'country'
  | 'info'
  | 'email'
  | 'device'
  | 'city'
  | 'browser'
  | 'operatingSystem';

/** What is known of a contact besides its number and name. */
type ContactFields = { readonly [K in ContactField]?: string | undefined } & {
  /** Fields of one's own, by name. */
  readonly custom?: Readonly<Record<string, string>> | undefined;
};

/** A number of a contact group, spelt as it was given. */
export interface Contact {
  readonly number: string;
  /** Empty where none was given. */
  readonly name: string;
  /** Default: none. */
  readonly fields?: ContactFields | undefined;
}
