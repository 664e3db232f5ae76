/** What a main user decides about a sub-user (specification section 2.4). */
export interface SubUserSettings {
  /** The points that it may still spend; they are those of the main user. */
  readonly limit: number;
  /** Points granted on the first day of each month. */
  readonly monthLimit: number;
  /** Tells whether it may use the sender names of the main user. */
  readonly senders: boolean;
  /** Tells whether it may send to the contact groups of the main user. */
  readonly phonebook: boolean;
  readonly active: boolean;
  readonly info: string;
}
