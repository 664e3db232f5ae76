import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { type Plan, ProxyConnection } from './connection.js';
import type { Exchange } from './exchange.js';
import { type Ending, type Fault, NONE } from './fault.js';

const HOST = '127.0.0.1';
/**
 * Below the ports that the system gives to outgoing connections (32768 and up): while nothing listens, one of those
 * must not take the port, and a client that connects to a port it was given itself would talk to itself.
 */
const FIRST_PORT = 21_000;
const PORTS = 10_000;

/** A TCP proxy between a client and a gateway that modifies the bytes according to a fault. */
export class FaultProxy {
  /** The requests since {@link forget}. */
  readonly exchanges: Exchange[] = [];
  readonly #gatewayPort: number;
  readonly #plan: Plan;
  readonly #record: (exchange: Exchange) => void;
  readonly #connections = new Map<Socket, ProxyConnection>();
  readonly #queue: Fault[] = [];
  readonly #connectionQueue: Ending[] = [];
  #server = net.createServer();
  #port = 0;
  #accepted = 0;

  /**
   * @param record - called with each request at its first byte. Default: stores it in {@link exchanges}
   * @param complete - decides about a request that has no fault in the queue
   */
  constructor(gatewayPort: number, complete?: Plan['complete'], record?: (exchange: Exchange) => void) {
    this.#gatewayPort = gatewayPort;
    this.#record = record ?? ((exchange) => this.exchanges.push(exchange));
    this.#plan = {
      atFirstByte: () => this.#queue.shift(),
      complete: complete ?? ((request) => ({ fault: NONE, forward: request })),
    };
  }

  get url(): string {
    return `http://${HOST}:${this.#port}/soap`;
  }

  /** How many connections of clients are open. */
  get open(): number {
    return this.#connections.size;
  }

  /** Listens, on its previous port if it had one. */
  async listen(): Promise<void> {
    if (this.#server.listening) return;
    if (this.#port !== 0) {
      await this.#listenOn(this.#port);
      return;
    }
    for (let attempt = 0; ; attempt++) {
      const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
      try {
        await this.#listenOn(port);
        this.#port = port;
        return;
      } catch (error) {
        if (attempt >= 50) throw error;
      }
    }
  }

  /** From now on connections are refused; those that are open stay. */
  async refuse(): Promise<void> {
    if (!this.#server.listening) return;
    // Its end is that of its last connection; that it does not listen any more holds at once.
    this.#server.close();
    await turn();
  }

  /** The next requests meet these faults, one after the other. */
  next(...faults: readonly Fault[]): void {
    this.#queue.push(...faults);
  }

  /** The next connections are ended as soon as they are accepted. */
  nextConnections(...endings: readonly Ending[]): void {
    this.#connectionQueue.push(...endings);
  }

  /** Ends connections: all, or those that carry nothing at the moment. */
  end(how: Ending, which: 'all' | 'idle'): void {
    for (const connection of this.#connections.values()) if (which === 'all' || connection.isIdle) connection.end(how);
  }

  /** Forgets what it saw, and the faults that have not been met. */
  forget(): void {
    this.exchanges.length = 0;
    this.#queue.length = 0;
    this.#connectionQueue.length = 0;
  }

  /** Waits until the clients have closed all connections. @returns whether they have, within the time */
  async whenClosed(withinMs: number): Promise<boolean> {
    const end = performance.now() + withinMs;
    while (this.#connections.size > 0) {
      if (performance.now() > end) return false;
      await turn();
    }
    return true;
  }

  async close(): Promise<void> {
    for (const socket of this.#connections.keys()) socket.destroy();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #listenOn(port: number): Promise<void> {
    const server = net.createServer({ allowHalfOpen: true }, (socket) => this.#accept(socket));
    server.listen(port, HOST);
    await once(server, 'listening');
    this.#server = server;
  }

  #accept(socket: Socket): void {
    const ending = this.#connectionQueue.shift();
    if (ending !== undefined && ending !== 'silence') {
      socket.on('error', () => undefined);
      if (ending === 'reset') socket.resetAndDestroy();
      else socket.destroy();
      return;
    }
    this.#accepted += 1;
    const connection = new ProxyConnection(this.#accepted, socket, this.#gatewayPort, this.#plan, this.#record);
    this.#connections.set(socket, connection);
    socket.once('close', () => this.#connections.delete(socket));
  }
}
