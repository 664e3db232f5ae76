import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SmsServiceStub } from '../../generated/index.js';
import type { Interceptor, RequestBodySource } from '../../src/calls/index.js';
import { ValidationError } from '../../src/errors/errors.js';
import { rejection } from '../support/collect.js';
import { CLIENT, testGateway } from './setup.js';

describe('the transport in process', () => {
  it('includes the time to read the body in the timeout', async () => {
    const { sandbox } = testGateway();
    sandbox.failNext('*', { delayMs: 400 });
    const slowly: Interceptor = (next) => (request) => {
      const body: RequestBodySource = {
        async *open() {
          await sleep(400);
          yield request.body as Uint8Array;
        },
      };
      return next({ ...request, body, timeoutMs: 700 });
    };
    const url = 'http://gateway.test/';
    const stub = new SmsServiceStub({ url, transport: sandbox.transport(), interceptors: [slowly] });
    const error = await rejection(stub.soap_CheckPoints({ client: CLIENT }));
    expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'unknown', timeoutMs: 700 });
    expect(sandbox.callCount()).toBe(1);
  });

  it('leaves no listener at the signal', async () => {
    const { stub, sandbox } = testGateway();
    sandbox.failNext('*', { delayMs: 1 });
    const controller = new AbortController();
    let listeners = 0;
    const { signal } = controller;
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    await stub.soap_CheckPoints({ client: CLIENT }, { signal });
    expect(listeners).toBe(0);
  });
  it('refuses a timeout of 0 or less', async () => {
    const { stub } = testGateway();
    expect(await rejection(stub.soap_CheckPoints({ client: CLIENT }, { timeoutMs: 0 }))).toBeInstanceOf(
      ValidationError,
    );
    // The stub checks it, but other callers of a transport may not.
    const { sandbox } = testGateway();
    const request = {
      url: '',
      operation: 'any',
      method: 'POST',
      idempotent: false,
      headers: {},
      timeoutMs: 0,
    } as const;
    expect(await rejection(sandbox.transport().send(request))).toMatchObject({
      name: 'ValidationError',
      path: 'timeoutMs',
      operation: 'any',
    });
    expect(sandbox.callCount()).toBe(0);
  });
});
