import { Readable } from 'node:stream';

/** Steers a request in undici: a part of its `Dispatcher.DispatchController`. */
export interface DispatchController {
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
}

/** Ends a request in undici from this side; nobody sees it. */
export class Stopped extends Error {}

/** The body of a response of undici, as a stream that lets the connection wait. */
export class Incoming extends Readable {
  readonly headers: Readonly<Record<string, string>>;
  readonly #controller: DispatchController;

  constructor(controller: DispatchController, headers: Readonly<Record<string, string>>) {
    super();
    this.headers = headers;
    this.#controller = controller;
  }

  override _read(): void {
    this.#controller.resume();
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    // Of no effect on a response that has come to its end.
    if (!this.readableEnded) this.#controller.abort(error ?? new Stopped());
    callback(error);
  }
}
