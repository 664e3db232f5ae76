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

type ContactFields = { readonly [K in ContactField]?: string | undefined } & {
  /** Custom fields, by name. */
  readonly custom?: Readonly<Record<string, string>> | undefined;
};

/** A number of a contact group, in the submitted format. */
export interface Contact {
  readonly number: string;
  /** Empty if there is none. */
  readonly name: string;
  /** Default: none. */
  readonly fields?: ContactFields | undefined;
}
