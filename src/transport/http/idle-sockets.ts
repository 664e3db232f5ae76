import type { Agent } from 'node:http';
import type { Duplex } from 'node:stream';

const BUSY = Number.POSITIVE_INFINITY;

/**
 * Makes an agent close the connections that nothing has used for a time, and those on which something comes meanwhile.
 * Its own option `timeout` watches busy ones as well, which costs every call; here a call costs a note of the time.
 *
 * @param idleMs - how long a connection may be idle
 */
export function closeIdleSockets(agent: Agent, idleMs: number): void {
  /** Since when a connection has been idle; {@link BUSY} while it is used. */
  const idleSince = new WeakMap<Duplex, number>();
  const keep = agent.keepSocketAlive.bind(agent);
  const reuse = agent.reuseSocket.bind(agent);
  let timer: NodeJS.Timeout | undefined;

  const sweep = (): void => {
    timer = undefined;
    const now = performance.now();
    let next = Number.POSITIVE_INFINITY;
    for (const sockets of Object.values(agent.freeSockets)) {
      for (const socket of sockets ?? []) {
        const left = (idleSince.get(socket) ?? now) + idleMs - now;
        if (left <= 0) socket.destroy();
        else next = Math.min(next, left);
      }
    }
    if (next !== Number.POSITIVE_INFINITY) wait(next);
  };
  /** A response that nobody waits for could be taken for that of the next request. */
  function refuseIfIdle(this: Duplex): void {
    if (idleSince.get(this) !== BUSY) this.destroy();
  }
  const wait = (ms: number): void => {
    // A program that has nothing else to do may end.
    timer = setTimeout(sweep, Math.ceil(ms)).unref();
  };

  agent.keepSocketAlive = (socket) => {
    // Listened to once for all: to begin and to end it around every request costs more than the request's own events.
    if (!idleSince.has(socket)) socket.on('data', refuseIfIdle);
    idleSince.set(socket, performance.now());
    if (timer === undefined) wait(idleMs);
    return keep(socket);
  };
  agent.reuseSocket = (socket, request) => {
    idleSince.set(socket, BUSY);
    reuse(socket, request);
  };
}
