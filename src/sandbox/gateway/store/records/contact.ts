/** A number of a contact group, spelt as it was given. */
export interface Contact {
  readonly number: string;
  /** Empty where none was given. */
  readonly name: string;
}
