/** The repetition of a send. */
export interface OnceOption {
  /**
   * Sends each message exactly once: with its own idx (yours or a generated one) and `checkIdx`, so that a request with
   * an unknown outcome can be repeated, also at another address. Code 53 for a generated idx means that the gateway has
   * accepted the message. Default: true; for a group false, and `true` sends one idx for the whole group. With `false`
   * only requests that were certainly not carried out are repeated.
   */
  readonly once?: boolean | undefined;
}

/** The signing of the address that the delivery reports of a message come to. */
export interface NotifyOption {
  /**
   * The secret with which `notifyUrl` is signed, of 16 characters at least: a handler of callbacks with the same
   * `notifyKey` then knows the reports of this message from those that others make up. One recipient only. It is not
   * sent. Default: `notifyUrl` goes out as it is.
   */
  readonly notifyKey?: string | undefined;
  /** The moment from which its reports are refused. Default: seven days after the message is sent. */
  readonly notifyExpiresAt?: Date | undefined;
  /** The place of the signature: `'path'` where a gateway keeps no query. Default: `'query'`. */
  readonly notifyPlace?: 'query' | 'path' | undefined;
}

/** The options of a send that are no parameters of the gateway. */
export interface SendOptions extends OnceOption, NotifyOption {}
