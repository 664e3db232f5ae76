import { inProcessTransport } from '../../../src/local-server/in-process-transport.js';
import {
  type HttpResponse,
  httpResponse,
  type Reaction,
  type WholeRequest,
} from '../../../src/local-server/messages.js';
import { makeCore } from '../../../src/sandbox/faces/core.js';
import type { Answer, Face } from '../../../src/sandbox/faces/face.js';
import { RequestLog } from '../../../src/sandbox/faces/request-log.js';
import type { FailurePlan } from '../../../src/sandbox/failures/failure-plan.js';
import { type Gateway, makeGateway } from '../../../src/sandbox/gateway/gateway.js';
import type { AuthorizedCall } from '../../../src/sandbox/gateway/operations/authorized-call.js';
import { addGroup, groupsOf } from '../../../src/sandbox/gateway/operations/phone-book.js';
import { sendSms } from '../../../src/sandbox/gateway/operations/sending/send-sms.js';
import type { GatewaySettings } from '../../../src/sandbox/gateway/operations/settings.js';
import { DEFAULT_CODES } from '../../../src/sandbox/gateway/refusal/own-codes.js';
import { Account } from '../../../src/sandbox/gateway/store/account.js';
import { AccountBook } from '../../../src/sandbox/gateway/store/account-book.js';
import { StoreEvents } from '../../../src/sandbox/gateway/store/events.js';
import type { Transport } from '../../../src/transport/transport.js';

const json = (status: number, value: unknown): HttpResponse =>
  httpResponse(status, 'application/json', JSON.stringify(value));

/** Reacts to the requests of an operation: what it comes to is the response. */
const reacting =
  (answer: Answer, operation: string, act: (call: AuthorizedCall, text: string) => unknown) =>
  ({ query, body, address }: WholeRequest): Reaction =>
    answer({
      operation,
      credentials: { token: new URLSearchParams(query).get('token') ?? '' },
      address,
      carryOut: (call) => json(200, act(call, Buffer.from(body).toString('utf8'))),
      refuse: (code, reason) => json(code === 101 ? 401 : 400, { code, reason }),
    });

/** An interface of its own: JSON over HTTP, by token. */
const toyFace: Face = {
  operations: ['toy.points', 'toy.groups', 'toy.send'],
  help: (origin) => `GET ${origin}/points or ${origin}/groups, POST to ${origin}/messages.`,
  routes: (_, answer) => [
    { method: 'GET', path: '/points', handle: reacting(answer, 'toy.points', ({ account }) => account.points) },
    { method: 'GET', path: '/groups', handle: reacting(answer, 'toy.groups', groupsOf) },
    {
      method: 'POST',
      path: '/messages',
      handle: reacting(answer, 'toy.send', (call, text) => sendSms(call, JSON.parse(text))),
    },
  ],
};

/** The gateway behind it. */
export interface ToyGateway {
  readonly gateway: Gateway;
  readonly failures: FailurePlan;
  readonly log: RequestLog;
  readonly transport: Transport;
}

/** Puts the face before a gateway with one account, which has a token, ten points and one group. */
export function toyGateway(token: string): ToyGateway {
  const events = new StoreEvents();
  const account = new Account(
    {
      username: 'alice',
      secret: { hash: 'none', value: 'sesame-street' },
      tokens: [{ token, scopes: undefined }],
      points: 10,
      senders: [{ name: 'Shop', isActive: true }],
      allowedAddresses: undefined,
      uniqueIdx: false,
      profile: { name: '', email: '', phoneNumber: '', paymentType: 'prepaid' },
      templates: new Map(),
      discountGroups: [],
      optedOut: [],
      maxParts: undefined,
      hours: undefined,
      userPrefix: '',
    },
    () => 7,
    events,
  );
  const settings: GatewaySettings = {
    now: () => new Date('2027-01-15T12:00:00Z'),
    nextId: () => '1001',
    stepsOf: () => undefined,
    nextSuffix: () => 'a1',
    variant: undefined,
    prices: { part: 0.16, mms: 1, vms: 1, lookUp: 1 },
    duplicateNumbers: 'keep',
    deletedEntries: 'named',
    idxOf: 'submitted',
    maxPartsOf: 'template',
    personalisedBy: 'params',
    missingFields: 'empty',
    repeatedIdx: 'first',
    priceOf: 'text',
    refusedIdx: 'free',
    codes: DEFAULT_CODES,
    singleLength: 'part',
    lineFeedSeptets: 1,
    keepsIdx: true,
    idxMemoryMs: 24 * 60 * 60 * 1000,
    testIds: 'made',
    leftOutFlags: 'zero',
    userPasswords: 'md5',
    listsUsedIdx: true,
    shortHost: 'short.test',
    canShow: () => true,
  };
  const gateway = makeGateway(new AccountBook([account], () => 7, events), settings, events);
  const call = gateway.authorize({ token }, '');
  if (call !== undefined) addGroup(call, { name: 'Friends', info: '' });
  const log = new RequestLog(100_000);
  const { handle, failures } = makeCore(gateway, [toyFace], log);
  return { gateway, failures, log, transport: inProcessTransport(handle, 'the gateway') };
}
