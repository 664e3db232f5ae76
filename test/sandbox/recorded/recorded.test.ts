import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { cassette, importRecordings, responseXml } from '../../../src/replay/index.js';
import { createSandbox, type Sandbox, type SandboxOptions, startSandbox } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { ROOT } from '../../support/run.js';
import { NOW, recording } from './recording.js';

const credentials = { username: 'demo', password: 'demo-password' };
const tapes = recording();
const { clock } = tapes;

const clientOf = (sandbox: Sandbox): SmsServiceClient =>
  new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport: sandbox.transport(), retry: false });

/** Records what a client does with a gateway; each call takes a second. */
const recorded = (options: SandboxOptions, act: (client: SmsServiceClient) => Promise<unknown>): Promise<Sandbox> =>
  tapes.gateway(options, (transport) =>
    act(new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport, retry: false, now: clock })),
  );

/** Records one call, to which a gateway responds with a text. */
const recordedResponse = (text: string, act: (client: SmsServiceClient) => Promise<unknown>): Promise<void> =>
  tapes.text(text, 'text/xml; charset=utf-8', (transport) =>
    act(new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport, retry: false })),
  );

const standIn = (options: SandboxOptions = {}): Sandbox => createSandbox({ now: clock, from: tapes.file, ...options });

const PASSWORD = 'the password: the account has that of its options';
const POINTS = 'the points: the account has those of its options';
const SENDERS = 'the senders: the account has those of its options';
const GROUPS = 'the groups: they were not listed, and there may be others';

describe('an embedded gateway made from a recording', () => {
  it.each([undefined, { username: 'demo' }])('has it again after reset(%j)', async (options) => {
    const groups = [{ name: 'Friends', numbers: [{ number: '500100200' }] }];
    await recorded({ accounts: [{ ...credentials, groups }] }, async (client) => {
      await client.getGroups();
      await client.getNumbers(1);
      await client.sendSms({ to: '500100200', message: 'Recorded' });
    });
    const sandbox = standIn();
    const start = sandbox.account('demo');
    expect(start).toMatchObject({ groups: [{ id: 1, name: 'Friends' }], messages: [{ message: 'Recorded' }] });
    expect(sandbox.messages()).toEqual([]);
    const client = clientOf(sandbox);
    await client.delGroup(1);
    await client.sendSms({ to: '500100200', message: 'New' });
    await sandbox.reset(options);
    expect(sandbox.account('demo')).toEqual(start);
    expect(sandbox.messages()).toEqual([]);
  });

  it('has the groups, numbers, points, senders and messages that the recording shows', async () => {
    const groups = [
      { name: 'Łódź', info: 'a', numbers: [{ number: '48500100200', name: 'Żółć' }, { number: '500100201' }] },
      { name: 'gone' },
    ];
    const original = await recorded(
      { accounts: [{ ...credentials, points: 50, senders: ['Bistro', 'Test'], groups }] },
      async (client) => {
        await client.checkPoints();
        await client.getSenders();
        await client.getNumbers(1);
        await client.delGroup(2);
        const { groupId } = await client.addGroup({ name: 'Nowa', info: 'b' });
        await client.addNumber({ groupId, number: '48500100300', name: 'Ola' });
        await client.addNumber({ groupId, number: '48500100301' });
        await client.delNumber({ groupId, number: '500 100 301' });
        await client.sendSms({ to: '48500100200', message: 'Hi [%1%]', params: ['Ola'], idx: 'a1', from: 'Test' });
        await client.sendMulti({ to: ['500100201', '48500100202'], message: 'Dzień dobry', from: 'Bistro' });
        const later = await client.sendSms({
          to: '48500100203',
          message: 'later',
          date: new Date(NOW.getTime() + 3_600_000),
        });
        const never = await client.sendSms({
          to: '48500100204',
          message: 'never',
          date: new Date(NOW.getTime() + 3_600_000),
        });
        await client.delSchSmsById(never.messages[0]?.id ?? '');
        await client.sendSms({ to: '48500100205', message: 'only a test', test: true });
        await rejection(client.addGroup({ name: 'Nowa' }));
        await client.getGroups();
        return later;
      },
    );
    const sandbox = standIn();
    const [before, after] = [original.account('demo'), sandbox.account('demo')];
    expect(after).toEqual(before);
    expect(after?.groups.map(({ id, numbers }) => [id, numbers.length])).toEqual([
      [1, 2],
      [3, 1],
    ]);
    expect(after?.messages.map(({ message }) => message)).toEqual(['Hi Ola', 'Dzień dobry', 'Dzień dobry']);
    expect(after?.scheduled.map(({ message }) => message)).toEqual(['later']);
    expect(sandbox.gaps).toEqual([PASSWORD]);
  });

  it('goes on from there: ids of groups and messages are not given twice', async () => {
    await recorded({ accounts: [{ ...credentials, groups: [{ name: 'A' }, { name: 'B' }] }] }, async (client) => {
      await client.getGroups();
      await client.sendSms({ to: '48500100200', message: 'Hi' });
    });
    const client = clientOf(standIn());
    expect(await client.addGroup({ name: 'C' })).toEqual({ groupId: 3 });
    const { messages } = await client.sendSms({ to: '48500100200', message: 'Hi again' });
    expect(messages[0]?.id).toBe('1002');
    expect(await client.getSmsByIds(['1001', '1002'])).toMatchObject([{ message: 'Hi' }, { message: 'Hi again' }]);
  });

  it('shows a history with the statuses that were recorded', async () => {
    const sms = { from: 'Test', flash: 0, eco: 0, date: 1_772_359_200 };
    const body = responseXml('soap_GetSmsByDate', {
      result: 0,
      arSms: [
        {
          ...sms,
          id: 'a1',
          to: '48500100200',
          message: 'lost',
          status: 405,
          submitdate: 1_772_359_201,
          donedate: 1_772_359_205,
        },
        { ...sms, id: 'a2', to: '48500100201', message: 'unclear', status: null, submitdate: 0, donedate: null },
        { ...sms, id: 'a3', to: '48500100202', message: 'waits', status: 409, date: NOW.getTime() / 1000 + 60 },
        null,
      ],
    });
    const range = { from: new Date(NOW.getTime() - 3_600_000), to: new Date(NOW.getTime() + 3_600_000) };
    await recordedResponse(body, (client) => client.getSmsByDate(range));
    const sandbox = standIn();
    const client = clientOf(sandbox);
    expect(await client.getSmsByDate(range)).toMatchObject([
      { id: 'a1', status: 405, doneAt: new Date(1_772_359_205_000) },
      { id: 'a2', status: 408, submittedAt: null },
      { id: 'a3', status: 409 },
    ]);
    tapes.wait(120_000);
    expect(await client.getSmsByIds(['a1', 'a3'])).toMatchObject([{ status: 405 }, { status: 404 }]);
    expect(sandbox.gaps).toEqual([PASSWORD, POINTS, SENDERS, GROUPS]);
  });

  it('says what the recording does not tell', async () => {
    const numbers = [{ number: '48500100200' }, { number: '48500100201' }];
    await recorded(
      {
        accounts: [
          {
            ...credentials,
            groups: [
              { name: 'A', numbers },
              { name: 'B', numbers },
            ],
          },
        ],
      },
      async (client) => {
        await client.addNumber({ groupId: 2, number: '48500100300' });
      },
    );
    expect(standIn().gaps).toEqual([
      PASSWORD,
      POINTS,
      SENDERS,
      GROUPS,
      'the name of group 2',
      'the numbers of group 2: they were not listed, and there may be others',
    ]);
    expect(standIn().account('demo')?.groups).toMatchObject([
      { id: 2, name: 'group 2', numbers: [{ number: '48500100300' }] },
    ]);
    await recorded({ accounts: [{ ...credentials, groups: [{ name: 'A', numbers }] }] }, (client) =>
      client.getGroups(),
    );
    expect(standIn().gaps).toEqual([PASSWORD, POINTS, SENDERS, '2 of the 2 numbers of group 1']);
  });

  it('says to whom it does not know that messages were sent', async () => {
    const Response = { result: 0, response: ['7', 'what?'], count: 2, points: 1 };
    await recordedResponse(responseXml('soap_SendMulti', { Response }), (client) =>
      client.sendMulti({ to: ['48500100200', '48500100201'], message: 'Hi' }),
    );
    const { gaps } = standIn();
    expect(gaps).toEqual([
      PASSWORD,
      POINTS,
      SENDERS,
      GROUPS,
      'to whom 1 of the messages were sent',
      'what became of 1 of the messages',
    ]);
  });

  it('knows by their numbers to whom messages were sent', async () => {
    const sms = { message: 'Hi [%1%]', params: [['Ola'], ['Ala'], ['Ela']] };
    await recorded({ responseForm: 'ok' }, (client) =>
      client.sendMulti({ ...sms, to: ['500100200', '48500100201', '48500100200'] }),
    );
    // As a gateway may do it: the entries in another order.
    const entries = (text: string): string =>
      text.replace(/(<item[^>]*>OK:1001[^<]*<\/item>)(<item[^>]*>OK:1002[^<]*<\/item>)/, '$2$1');
    const har = JSON.parse(readFileSync(tapes.file, 'utf8'));
    const { content } = har.log.entries[0].response;
    expect(entries(content.text)).not.toBe(content.text);
    content.text = entries(content.text);
    writeFileSync(tapes.file, JSON.stringify(har));
    expect(standIn().account('demo')?.messages).toMatchObject([
      { id: '1002', to: '48500100201', message: 'Hi Ala' },
      { id: '1001', to: '48500100200', message: 'Hi Ola' },
    ]);
  });

  it('has as many groups as a response may list', async () => {
    const count = 130_000;
    const arGroups = Array.from({ length: count }, (_, index) => ({
      id: String(index + 1),
      name: `g${index}`,
      info: '',
      num_count: 0,
    }));
    await recordedResponse(responseXml('soap_GetGroups', { result: 0, arGroups }), (client) => client.getGroups());
    expect(await clientOf(standIn()).addGroup({ name: 'one more' })).toEqual({ groupId: 130_001 });
  }, 120_000);

  it('fills the first of several accounts, with the password of the options', async () => {
    await recorded({}, (client) => client.addGroup({ name: 'A' }));
    const accounts = [
      { username: 'one', password: 'p1' },
      { username: 'two', password: 'p2' },
    ];
    const sandbox = standIn({ accounts });
    expect(sandbox.account('one')?.groups).toHaveLength(1);
    expect(sandbox.account('two')?.groups).toHaveLength(0);
  });

  it('can be made from a cassette that is open, from pseudonyms, and from what others have recorded', async () => {
    const key = 'a key of more than 16 characters';
    const tape = cassette(tapes.file, {
      mode: 'record',
      transport: createSandbox().transport(),
      privacy: { names: true, key },
    });
    await new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport: tape }).addGroup({
      name: 'Łódź',
    });
    const sandbox = await startSandbox({ from: tape });
    expect(sandbox.account('demo')?.groups).toMatchObject([{ id: 1, name: expect.stringMatching(/^name-/) }]);
    await sandbox.close();
    const other = path.join(path.dirname(tapes.file), 'php.har');
    await importRecordings(`${ROOT}test/corpus/php`, { to: other });
    expect(createSandbox({ from: other }).account('demo')?.groups.length).toBeGreaterThan(0);
  });

  it.each([
    ['from', 'does not exist', () => path.join(path.dirname(tapes.file), 'nowhere.har')],
    ['from', 'is empty', () => ''],
    ['from.file', 'is not a string', () => ({})],
  ])('refuses what is no recording: %s %s', (where, words, from) => {
    expect(() => createSandbox({ from: from() as never })).toThrow(
      expect.objectContaining({ name: 'ValidationError', path: where, message: expect.stringContaining(words) }),
    );
  });
});

it('without a recording there is nothing that it does not tell', () => {
  expect(createSandbox().gaps).toEqual([]);
});
