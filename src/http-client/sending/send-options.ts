/** The repetition of a send. */
export interface OnceOption {
  /**
   * Sends each message exactly once: with an idx of its own (your `idx`, where you give one) and `checkIdx`, so that a
   * request of which no answer came can be sent again, also to another address. Default: true; false to a group, for
   * which `true` sends one idx for the whole. With `false` nothing is repeated but what was certainly not carried out.
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
