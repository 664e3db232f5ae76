import type { Agent } from 'node:http';
import type { Duplex } from 'node:stream';

/** An answer that nobody waits for could be taken for that of the next request. */
function refuse(this: Duplex): void {
  this.destroy();
}

/**
 * Makes an agent close the connections that nothing has used for a time, and those on which something comes meanwhile.
 * Its own option `timeout` watches busy ones as well, which costs every call; here a call costs a note of the time.
 *
 * @param idleMs - how long a connection may be idle
 */
export function closeIdleSockets(agent: Agent, idleMs: number): void {
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
  const wait = (ms: number): void => {
    // A program that has nothing else to do may end.
    timer = setTimeout(sweep, Math.ceil(ms)).unref();
  };

  agent.keepSocketAlive = (socket) => {
    idleSince.set(socket, performance.now());
    if (timer === undefined) wait(idleMs);
    socket.on('data', refuse);
    return keep(socket);
  };
  agent.reuseSocket = (socket, request) => {
    socket.off('data', refuse);
    reuse(socket, request);
  };
}
