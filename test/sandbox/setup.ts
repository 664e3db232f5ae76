import { onTestFinished } from 'vitest';
import { SmsServiceStub } from '../../generated/index.js';
import type { Client, sms_multi_param, sms_param_ext } from '../../generated/types.js';
import {
  createSandbox,
  type RunningSandbox,
  type Sandbox,
  type SandboxAccount,
  type SandboxOptions,
  startSandbox,
} from '../../src/sandbox/index.js';

export const CLIENT: Client = { username: 'alice', password: 'sesame-street' };
export const ALICE: SandboxAccount = { ...CLIENT, points: 10, senders: ['Shop', 'Info'] };
/** A Friday noon. */
export const START: Date = new Date('2027-01-15T12:00:00.000Z');
export const START_SECONDS: number = START.getTime() / 1000;

export interface TestGateway {
  readonly sandbox: Sandbox;
  readonly stub: SmsServiceStub;
  /** Moves the gateway's clock on. */
  wait(seconds: number): void;
}

/** A gateway with the account of Alice (changed as wished) and a clock that does not advance. */
export function testGateway(
  account: Partial<SandboxAccount> = {},
  options: Omit<SandboxOptions, 'accounts' | 'now'> = {},
): TestGateway {
  let nowMs = START.getTime();
  const sandbox = createSandbox({
    ...options,
    accounts: [{ ...ALICE, ...account }],
    now: () => new Date(nowMs),
  });
  return {
    sandbox,
    stub: stubOf(sandbox),
    wait: (seconds) => {
      nowMs += seconds * 1000;
    },
  };
}

/** Starts a gateway that is closed when the test ends. */
export async function runningGateway(options?: SandboxOptions): Promise<RunningSandbox> {
  const running = await startSandbox(options ?? { accounts: [ALICE], now: () => START });
  onTestFinished(() => running.close());
  return running;
}

/** An envelope as a simple client writes it, with the parts inside the wrapper of an operation. */
export function envelope(operation: string, parts: string): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?><e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/">' +
    `<e:Body><n:${operation} xmlns:n="urn:sms-service">${parts}</n:${operation}></e:Body></e:Envelope>`
  );
}

/** The client part of Alice, in XML. */
export const CLIENT_XML: string = `<client><username>${CLIENT.username}</username><password>${CLIENT.password}</password></client>`;

/** The result of a send, for one line of a test. */
export interface Sent {
  readonly result: number | null | undefined;
  readonly description: string | null | undefined;
  readonly ids: readonly (string | null)[];
  readonly count: number | null | undefined;
  readonly points: number | null | undefined;
}

/** Sends one message with soap_SendSmsExt: a correct one, changed as wished. */
export async function sendOne({ stub }: TestGateway, sms: sms_param_ext = {}): Promise<Sent> {
  const { response } = await stub.soap_SendSmsExt({
    client: CLIENT,
    sms_param: { to: '500100200', message: 'Hello', ...sms },
  });
  const { result, description, count, points, response: ids } = response ?? {};
  return { result, description, count, points, ids: ids ?? [] };
}

/** Sends to many with soap_SendMulti: a correct message to two, changed as wished. */
export async function sendMany({ stub }: TestGateway, sms: sms_multi_param = {}): Promise<Sent> {
  const { Response } = await stub.soap_SendMulti({
    client: CLIENT,
    sms_param: { arTo: ['500100201', '500100202'], message: 'Hello', ...sms },
  });
  const { result, description, count, points, response: ids } = Response ?? {};
  return { result, description, count, points, ids: ids ?? [] };
}

/** A refused send as every refused send looks. */
export function unsent(result: number): object {
  return { result, count: 0, points: 0, ids: [] };
}

/** A stub that calls a gateway. */
export const stubOf = (sandbox: Sandbox): SmsServiceStub =>
  new SmsServiceStub({ transport: sandbox.transport(), url: 'http://localhost/soap' });

/** A text as base64, which can hold what XML cannot. */
export const base64 = (name: string, text: string): string =>
  `<${name} xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xmlns:x="http://www.w3.org/2001/XMLSchema"` +
  ` i:type="x:base64Binary">${Buffer.from(text, 'utf8').toString('base64')}</${name}>`;

/** Sends parts unchanged. @returns the result, or the text of the Fault */
export async function postParts(sandbox: Sandbox, operation: string, parts: string): Promise<string> {
  const { body } = await sandbox.transport().send({
    url: 'http://localhost/soap',
    operation,
    method: 'POST',
    idempotent: false,
    headers: { 'content-type': 'text/xml; charset=utf-8' },
    body: Buffer.from(envelope(operation, CLIENT_XML + parts), 'utf8'),
  });
  if (!(body instanceof Uint8Array)) throw new Error('not in whole');
  const text = Buffer.from(body).toString('utf8');
  return /<result xsi:type="xsd:int">(-?\d+)</.exec(text)?.[1] ?? /<faultstring>(.*?)</.exec(text)?.[1] ?? text;
}

/** Reads all that an account has; a Fault rejects. */
export async function readAll(stub: SmsServiceStub): Promise<readonly (number | null | undefined)[]> {
  const { arGroups, ...groups } = await stub.soap_GetGroups({ client: CLIENT });
  const results = [groups.result];
  for (const group of arGroups) {
    results.push((await stub.soap_GetNumbers({ client: CLIENT, id_group: Number(group?.id) })).result);
  }
  const { arSms, ...history } = await stub.soap_GetSmsByDate({
    client: CLIENT,
    date_from: -2_147_483_648,
    date_to: 2_147_483_647,
  });
  results.push(history.result);
  const arIds = arSms.map((sms) => sms?.id ?? null);
  results.push((await stub.soap_GetSmsByIds({ client: CLIENT, arIds })).result);
  results.push(
    (await stub.soap_GetSenders({ client: CLIENT })).result,
    (await stub.soap_CheckPoints({ client: CLIENT })).result,
  );
  return results;
}

/** Returns the error that a function throws. */
export function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('no error was thrown');
}
