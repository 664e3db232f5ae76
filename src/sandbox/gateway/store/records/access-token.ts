/** The areas of the gateway that a token can be confined to: the groups of its operations over HTTP. */
export const SCOPES = ['sms', 'mms', 'vms', 'profile', 'points', 'users', 'senders', 'hlr'] as const;

/** An area of the gateway. The specification shows no names (section 5, rule 6). */
export type Scope = (typeof SCOPES)[number];

/** A secret that an account is known by. */
export interface AccessToken {
  readonly token: string;
  /** The areas that it is for; `undefined` for all. */
  readonly scopes: readonly Scope[] | undefined;
}
