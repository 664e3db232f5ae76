import { AbortedError, ConnectionError } from '../errors/errors.js';
import { timerMs } from '../transport/pause.js';
import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.js';

/** How a client is closed. */
export interface CloseOptions {
  /**
   * Ends what is under way instead of waiting for it: those calls reject with an `AbortedError`, whose `outcome` says
   * what happened to them. Default: false.
   */
  readonly abort?: boolean | undefined;
  /** How long to wait for what is under way before it is ended, in milliseconds. Default: as long as it takes. */
  readonly timeoutMs?: number | undefined;
}

/** Counts the calls of a client, so that it can be closed when the last of them is over. */
export class Lifetime {
  #underWay = 0;
  #isClosed = false;
  #whenIdle: (() => void)[] = [];

  /**
   * A call begins.
   *
   * @throws ConnectionError when the client is closed
   */
  begin(operation: string): void {
    if (this.#isClosed) {
      throw new ConnectionError('the client is closed; nothing was sent', 'not-sent', { operation });
    }
    this.#underWay += 1;
  }

  /** A call is over. */
  end(): void {
    this.#underWay -= 1;
    if (this.#underWay > 0 || this.#whenIdle.length === 0) return;
    for (const idle of this.#whenIdle) idle();
    this.#whenIdle = [];
  }

  /** Lets no further call begin, and waits for those that are under way. */
  close({ abort = false, timeoutMs }: CloseOptions): Promise<void> {
    this.#isClosed = true;
    if (abort || this.#underWay === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = timeoutMs === undefined ? undefined : setTimeout(resolve, timerMs(timeoutMs));
      this.#whenIdle.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

/** A transport of somebody else: it is not closed with the client, but the client's calls over it can be ended. */
export function lentTransport(transport: Transport): Transport {
  const endings = new Set<() => void>();
  const send = async (
    request: TransportRequest,
    ending: Promise<never>,
    end: () => void,
  ): Promise<TransportResponse> => {
    try {
      return await Promise.race([transport.send(request), ending]);
    } finally {
      endings.delete(end);
    }
  };
  return {
    send: (request) => {
      let end = (): void => undefined;
      const ending = new Promise<never>((_, reject) => {
        const what = 'the client was closed; the request may have been carried out';
        end = () => reject(new AbortedError(what, 'unknown', { operation: request.operation }));
      });
      endings.add(end);
      return send(request, ending, end);
    },
    close: async () => {
      for (const end of endings) end();
    },
  };
}
