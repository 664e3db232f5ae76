import { describe, expect, it } from 'vitest';
import { type CallbackEvent, parseCallback } from '../../../src/callbacks/index.js';
import type { CallbackHandler, SandboxOptions } from '../../../src/sandbox/index.js';
import { START } from '../setup.js';
import { type CallingGateway, callingGateway } from './setup.js';

const SMIL = '<smil><body><par><text src="a.txt"/></par></body></smil>';
const NETWORK = { mcc: '260', mnc: '06', name: 'Play', portedFrom: 'Plus' };
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0x0d, 0x0a]);

/** The events that a program reads of what the gateway sends, after a while. */
async function read(
  options: Omit<SandboxOptions, 'accounts' | 'now'>,
  act: (gateway: CallingGateway) => unknown,
  ms = 0,
): Promise<readonly CallbackEvent[]> {
  const events: CallbackEvent[] = [];
  const program: CallbackHandler = {
    fetch: async (request) => {
      events.push(...(await parseCallback(request)));
      return new Response('OK');
    },
  };
  const groups = [{ name: 'Stali klienci', numbers: [{ number: '500100200' }] }];
  const gateway = callingGateway(program, { network: () => NETWORK, ...options }, { groups });
  await act(gateway);
  await gateway.after(ms);
  expect(gateway.sandbox.callbacks.sent.every(({ accepted }) => accepted)).toBe(true);
  return events;
}

const report = {
  messageId: '1001',
  status: '404',
  statusName: 'DELIVERED',
  isFinal: true,
  idx: 'order17',
  doneAt: new Date(START.getTime() + 5000),
  username: 'alice',
  to: '48500100200',
  unknownFields: {},
};

describe('from the gateway to an event goes every parameter of', () => {
  const delivered = { deliveryScript: [{ status: 'DELIVERED', afterMs: 5000 }] } as const;

  it('an SMS delivery report', async () => {
    const send = ({ http }: CallingGateway) =>
      http.sms.send({ to: '500100200', message: 'Hi', from: 'Shop', idx: 'order17' });
    expect(await read(delivered, send, 5000)).toEqual([
      { type: 'sms-report', ...report, points: 0.16, from: 'Shop', mcc: '260', mnc: '06' },
    ]);
  });

  it('an SMS delivery report of several messages', async () => {
    const send = ({ http }: CallingGateway) =>
      http.sms.send({ to: ['500100200', '500100201'], message: 'Hi', from: 'Shop', idx: ['order17', 'order18'] });
    const sms = { type: 'sms-report', ...report, points: 0.16, from: 'Shop', mcc: '260', mnc: '06' };
    expect((await read(delivered, send, 5000)).filter(({ type }) => type === 'sms-report')).toEqual([
      sms,
      { ...sms, messageId: '1002', idx: 'order18', to: '48500100201' },
    ]);
  });

  it('an MMS delivery report', async () => {
    const send = ({ http }: CallingGateway) => http.mms.send({ to: '500100200', smil: SMIL, idx: 'order17' });
    expect(await read(delivered, send, 5000)).toEqual([{ type: 'mms-report', ...report }]);
  });

  it('a VMS delivery report', async () => {
    const deliveryScript = [{ ...delivered.deliveryScript[0], pressed: '#', durationSeconds: 31 }];
    const send = ({ http }: CallingGateway) => http.vms.send({ to: '500100200', tts: 'Hi', once: false });
    expect(await read({ deliveryScript }, send, 5000)).toEqual([
      { type: 'vms-report', ...report, idx: null, pressed: '#', durationSeconds: 31 },
    ]);
  });

  it('a bulk send that begins', async () => {
    const send = ({ http }: CallingGateway) => http.sms.send({ group: 'Stali klienci', message: 'Zażółć, 100%' });
    expect(await read({ deliveryScript: [] }, send)).toEqual([
      {
        type: 'bulk-started',
        messageType: 'SMS',
        all: 1,
        points: 0.16,
        origin: 'phonebook',
        info: 'Stali klienci',
        text: 'Zażółć, 100%',
        unknownFields: {},
      },
    ]);
  });

  it('a click on a short link', async () => {
    const visitor = { device: 'Pixel 9', operatingSystem: 'Android', browser: 'Firefox', ip: '2001:db8::7' };
    const act = async ({ http, sandbox }: CallingGateway): Promise<void> => {
      await http.sms.send({ to: '500100200', message: '[%shortlink:shop.example%]' });
      sandbox.click('short.test/000001', visitor);
    };
    const [text] = [{ deliveryScript: [] }];
    expect(await read(text, act)).toEqual([
      {
        type: 'link-click',
        messageId: '1001',
        to: '48500100200',
        clickedAt: START,
        ...visitor,
        username: 'alice',
        suffix: '000001',
        unknownFields: {},
      },
    ]);
  });

  it('an SMS that comes in, to a dedicated number and as an answer', async () => {
    const act = async ({ http, sandbox }: CallingGateway): Promise<void> => {
      await http.sms.send({ to: '500100200', message: 'Hi', from: '2way' });
      sandbox.receive({ from: '500100209', to: '48666000111', text: 'a=b&c, ż\n' });
      sandbox.receive({ replyTo: '1001', to: '48666000222', text: '' });
    };
    const sms = { type: 'incoming-sms', receivedAt: START, username: 'alice', unknownFields: {} };
    expect(await read({ deliveryScript: [] }, act)).toEqual([
      { ...sms, from: '48500100209', to: '48666000111', text: 'a=b&c, ż\n', messageId: null },
      { ...sms, from: '48500100200', to: '48666000222', text: '', messageId: '1001' },
    ]);
  });

  it('an MMS that comes in, with its files', async () => {
    const files = [
      { name: 'żółw.png', type: 'image/png', bytes: PNG },
      { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('Cześć'), field: 'any[name]' },
    ];
    const act = ({ sandbox }: CallingGateway) =>
      sandbox.receive({ from: '500100200', to: '48666000111', subject: 'Żółw', files });
    expect(await read({}, act)).toEqual([
      {
        type: 'incoming-mms',
        from: '48500100200',
        to: '48666000111',
        subject: 'Żółw',
        receivedAt: START,
        files: [
          { name: 'żółw.png', type: 'image/png', size: 7, bytes: PNG },
          { name: 'a.txt', type: 'text/plain', size: 7, bytes: Buffer.from('Cześć') },
        ].map(({ bytes, ...file }) => ({ ...file, bytes: expect.objectContaining(new Uint8Array(bytes)) })),
        unknownFields: {},
      },
    ]);
  });

  it('the result of a lookup', async () => {
    const act = ({ earlier }: CallingGateway) => earlier.hlr.check(['500100200'], { idx: 'hlr7' });
    const result = {
      type: 'hlr-result',
      lookupId: '1001',
      number: '48500100200',
      mcc: '260',
      mnc: '06',
      info: 'Play',
      status: 'OK',
      checkedAt: new Date(START.getTime() + 3000),
      ported: true,
      portedFrom: 'Plus',
      idx: 'hlr7',
      unknownFields: {},
    };
    expect(await read({ callbacks: { lookupMs: 3000 } }, act, 3000)).toEqual([result]);
    const notPorted = { ...NETWORK, portedFrom: null };
    expect(await read({ network: () => notPorted }, act)).toEqual([
      { ...result, checkedAt: START, ported: false, portedFrom: null },
    ]);
  });
});

it('the check of an address is read as one, for every kind', async () => {
  const kinds = [
    'sms-report',
    'mms-report',
    'vms-report',
    'bulk-started',
    'link-click',
    'incoming-sms',
    'incoming-mms',
    'hlr-result',
  ] as const;
  const read: number[] = [];
  const program: CallbackHandler = {
    fetch: async (request) => {
      read.push((await parseCallback(request)).length);
      return new Response('OK');
    },
  };
  const { checkAddress } = callingGateway(undefined).sandbox.callbacks;
  for (const kind of kinds) expect(await checkAddress(program, kind)).toMatchObject({ kind, accepted: true });
  expect(read).toEqual(kinds.map(() => 0));
});
