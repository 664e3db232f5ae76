import net, { type Socket } from 'node:net';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { type Exchange, newExchange } from './exchange.js';
import { type Ending, type Fault, type Portions, placeIn } from './fault.js';
import { lengthOf } from './message.js';

/** Decides what goes wrong with an exchange. */
export interface Plan {
  /** Asked at the first byte of a request; `undefined` leaves the decision to {@link whole}. */
  atFirstByte(exchange: Exchange): Fault | undefined;
  /** Asked with the whole request; it may also change what goes on to the gateway, but not its length. */
  complete(request: Buffer, exchange: Exchange): { readonly fault: Fault; readonly forward: Buffer };
}

/** A connection of a client, with a separate connection to the gateway. */
export class ProxyConnection {
  readonly #number: number;
  readonly #client: Socket;
  readonly #gatewayPort: number;
  readonly #plan: Plan;
  readonly #record: (exchange: Exchange) => void;
  #gateway: Socket | undefined;
  #received: Buffer = Buffer.alloc(0);
  #answered: Buffer = Buffer.alloc(0);
  #exchange: Exchange | undefined;
  #fault: Fault | undefined;
  /** Whether the exchange takes its course, and further bytes of the client are none of its business. */
  #isRunning = false;
  #requests = 0;
  #wake: (() => void) | undefined;
  #isOver = false;
  #isGatewayGone = false;

  constructor(number: number, client: Socket, gatewayPort: number, plan: Plan, record: (exchange: Exchange) => void) {
    this.#number = number;
    this.#client = client;
    this.#gatewayPort = gatewayPort;
    this.#plan = plan;
    this.#record = record;
    client.setNoDelay(true);
    client.on('data', (piece) => this.#take(piece));
    client.on('error', () => undefined);
    client.on('end', () => client.end());
    client.on('close', () => {
      this.#isOver = true;
      this.#gateway?.end();
      this.#wake?.();
    });
  }

  /** Whether no request is in flight. */
  get isIdle(): boolean {
    return this.#exchange === undefined;
  }

  /** Ends the connection. Data written before a `close` still arrives. */
  end(how: Ending): void {
    if (how === 'silence') return;
    this.#isOver = true;
    this.#gateway?.end();
    if (how === 'reset') this.#client.resetAndDestroy();
    else this.#client.end();
    this.#wake?.();
  }

  #take(piece: Buffer): void {
    if (this.#isOver) return;
    const isLeftOver = this.#isRunning && this.#fault?.cutRequestAt !== undefined;
    if (!isLeftOver) this.#received = Buffer.concat([this.#received, piece]);
    if (this.#exchange === undefined) {
      this.#requests += 1;
      this.#exchange = newExchange(this.#number, this.#requests > 1);
      this.#record(this.#exchange);
      this.#fault = this.#plan.atFirstByte(this.#exchange);
    }
    this.#exchange.received += piece.length;
    if (!this.#isRunning) this.#begin(this.#exchange);
  }

  #begin(exchange: Exchange): void {
    const cut = this.#fault?.cutRequestAt;
    const length = lengthOf(this.#received);
    const isWhole = length !== undefined && this.#received.length >= length;
    const isEnough = typeof cut === 'number' && this.#received.length >= cut;
    if (!isWhole && !isEnough) return;
    this.#isRunning = true;
    const request = isWhole ? this.#received.subarray(0, length) : this.#received;
    this.#received = isWhole ? this.#received.subarray(length) : Buffer.alloc(0);
    this.#run(exchange, request, isWhole).catch(() => this.end('reset'));
  }

  async #run(exchange: Exchange, request: Buffer, isWhole: boolean): Promise<void> {
    const planned = isWhole ? this.#plan.complete(request, exchange) : undefined;
    const fault = this.#fault ?? planned?.fault ?? {};
    const forward = planned?.forward ?? request;
    if (fault.isRepeated) await this.#ask(exchange, forward, fault, isWhole);
    const response = await this.#ask(exchange, forward, fault, isWhole);
    if (fault.responseDelayMs !== undefined) await this.#pause(fault.responseDelayMs);
    const input = fault.response === undefined ? response : fault.response(response, request);
    const cut = input.subarray(0, placeIn(fault.cutResponseAt, input.length));
    await this.#send(this.#client, cut, fault.responsePortions, (count) => {
      exchange.returned += count;
    });
    if (fault.afterwards !== undefined) this.#sendLater(fault.afterwards.bytes(response), fault.afterwards.delayMs);
    const ending = fault.ending ?? (this.#isGatewayGone ? 'close' : undefined);
    if (ending !== undefined) {
      // A RST just behind some bytes looks like an end in peace: the other side shall have read them.
      for (let turns = ending === 'reset' && cut.length > 0 ? 2 : 0; turns > 0; turns--) await turn();
      if (fault.stopsReadingMs !== undefined) this.#stopReading(fault.stopsReadingMs);
      this.end(ending);
      return;
    }
    this.#exchange = undefined;
    this.#isRunning = false;
    this.#fault = undefined;
    if (this.#received.length > 0) this.#take(Buffer.alloc(0));
  }

  /**
   * Gives the request to the gateway, as far as the fault lets it.
   *
   * @returns its response; empty if the request is not forwarded
   */
  async #ask(exchange: Exchange, request: Buffer, fault: Fault, isWhole: boolean): Promise<Buffer> {
    const nothing = Buffer.alloc(0);
    if (fault.withheld) return nothing;
    if (fault.requestDelayMs !== undefined) await this.#pause(fault.requestDelayMs);
    const bytes = request.subarray(0, placeIn(fault.cutRequestAt, request.length));
    const isComplete = isWhole && bytes.length === request.length;
    if (bytes.length > 0) {
      const gateway = await this.#toGateway();
      if (this.#isOver) return nothing;
      exchange.isWhole = isComplete && fault.requestPortions === undefined;
      await this.#send(gateway, bytes, fault.requestPortions, (count) => {
        exchange.forwarded += count;
        exchange.isWhole = isComplete && exchange.forwarded === bytes.length;
      });
    }
    if (fault.cutRequestAt !== undefined) return nothing;
    const response = await this.#response();
    exchange.answered = response.length;
    return response;
  }

  async #toGateway(): Promise<Socket> {
    if (this.#gateway !== undefined) return this.#gateway;
    const gateway = net.connect(this.#gatewayPort, '127.0.0.1');
    this.#gateway = gateway;
    gateway.setNoDelay(true);
    gateway.on('error', () => undefined);
    gateway.on('data', (piece) => {
      this.#answered = Buffer.concat([this.#answered, piece]);
      this.#wake?.();
    });
    gateway.on('close', () => {
      this.#isGatewayGone = true;
      if (this.isIdle) this.end('close');
      else this.#wake?.();
    });
    await new Promise<void>((resolve) => {
      gateway.once('connect', resolve);
      gateway.once('close', () => resolve());
    });
    return gateway;
  }

  /** Waits for the gateway's response; what there is of it when the connection ends. */
  async #response(): Promise<Buffer> {
    for (;;) {
      const length = lengthOf(this.#answered);
      if (length !== undefined && this.#answered.length >= length) {
        const response = this.#answered.subarray(0, length);
        this.#answered = this.#answered.subarray(length);
        return response;
      }
      if (this.#isOver || this.#isGatewayGone) return this.#answered;
      await this.#event();
    }
  }

  async #send(
    to: Socket,
    bytes: Buffer,
    portions: Portions | undefined,
    count: (bytes: number) => void,
  ): Promise<void> {
    const size = portions?.bytes ?? bytes.length;
    for (let start = 0; start < bytes.length && !to.destroyed && to.writable; start += size) {
      const portion = bytes.subarray(start, start + size);
      // Counted before it is written: what was counted may not have arrived, but nothing else can have.
      count(portion.length);
      await new Promise<void>((resolve) => {
        to.write(portion, () => resolve());
      });
      if (portions !== undefined) await this.#pause(portions.pauseMs);
    }
  }

  #stopReading(ms: number): void {
    this.#client.pause();
    setTimeout(() => this.#client.resume(), ms).unref();
  }

  #sendLater(bytes: Buffer, delayMs: number): void {
    if (delayMs === 0) {
      this.#client.write(bytes);
      return;
    }
    setTimeout(() => {
      if (this.#client.writable) this.#client.write(bytes);
    }, delayMs).unref();
  }

  /** Waits, but no longer than the connection lasts. */
  async #pause(ms: number): Promise<void> {
    if (ms === 0) {
      await turn();
      return;
    }
    const stop = new AbortController();
    const onClose = (): void => stop.abort();
    this.#client.once('close', onClose);
    await wait(ms, undefined, { signal: stop.signal }).catch(() => undefined);
    this.#client.off('close', onClose);
  }

  #event(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = undefined;
        resolve();
      };
    });
  }
}
