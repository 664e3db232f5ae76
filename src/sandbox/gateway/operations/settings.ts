/** Settings of the gateway itself, not of an account. */
export interface GatewaySettings {
  readonly now: () => Date;
  readonly nextId: () => string;
  readonly pricePerPart: number;
  readonly duplicateNumbers: 'keep' | 'refuse';
  /** Tells whether every interface could show a text again; one that could not is refused instead of kept. */
  readonly canShow: (text: string) => boolean;
}
