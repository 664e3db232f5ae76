import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../../src/errors/errors.js';
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.js';
import { ALICE, sendMany, sendOne, stubOf, type TestGateway, testGateway } from '../setup.js';

const http = (sandbox: Sandbox, token: string): SmsServiceHttpClient =>
  new SmsServiceHttpClient({ url: 'http://gateway.test/', token, transport: sandbox.transport() });

describe('the messages of a gateway', () => {
  it('include all accounts, kinds and interfaces, in the order of acceptance', async () => {
    const sandbox = createSandbox({
      accounts: [
        { ...ALICE, tokens: ['of-alice'] },
        { username: 'bob', password: 'b', tokens: ['of-bob'], points: 10 },
      ],
    });
    await sendOne({ sandbox, stub: stubOf(sandbox) } as TestGateway, { from: 'Shop', idx: 'a1' });
    await http(sandbox, 'of-bob').sms.send({ to: '500100201', message: 'Two' });
    await http(sandbox, 'of-alice').mms.send({ to: '500100202', subject: 'Cat', smil: '<smil/>' });
    await http(sandbox, 'of-alice').vms.send({ to: '500100203', tts: 'Four' });
    expect(
      sandbox
        .messages()
        .map((each) => [each.username, each.interface, each.operation, each.kind, each.to, each.message]),
    ).toEqual([
      ['alice', 'soap', 'soap_SendSmsExt', 'sms', '48500100200', 'Hello'],
      ['bob', 'http', 'sms.do', 'sms', '48500100201', 'Two'],
      ['alice', 'http', 'mms.do', 'mms', '48500100202', '<smil/>'],
      ['alice', 'http', 'vms.do', 'vms', '48500100203', 'Four'],
    ]);
    expect(sandbox.messages()[0]).toMatchObject({ id: '1001', from: 'Shop', idx: 'a1', cursor: 1 });
    expect(sandbox.messages({ username: 'bob' }).map(({ id }) => id)).toEqual(['1002']);
  });
  it('can be filtered by each field', async () => {
    const gateway = testGateway();
    const { sandbox } = gateway;
    await sendOne(gateway, { to: '500100200', message: 'Your code is 4711', idx: 'a1', from: 'Shop' });
    await sendOne(gateway, { to: '500100201', message: 'Hello', idx: 'a2', from: 'Info' });
    const ids = (filter: Parameters<Sandbox['messages']>[0]): string[] => sandbox.messages(filter).map(({ id }) => id);
    expect(ids({ to: '+48 500-100-200' })).toEqual(['1001']);
    expect(ids({ from: 'Info' })).toEqual(['1002']);
    expect(ids({ text: 'Hello' })).toEqual(['1002']);
    expect(ids({ text: 'Hell' })).toEqual([]);
    expect(ids({ idx: 'a1' })).toEqual(['1001']);
    expect(ids({ kind: 'mms' })).toEqual([]);
    expect(ids({ kind: 'sms' })).toEqual(['1001', '1002']);
    expect(ids({ where: ({ parts }) => parts === 1 })).toEqual(['1001', '1002']);
    const sticky = /code is \d/gy;
    expect(ids({ text: /code is \d/g })).toEqual(['1001']);
    expect([ids({ text: sticky }), ids({ text: sticky })]).toEqual([[], []]);
  });

  it('can be limited to those after a cursor', async () => {
    const gateway = testGateway();
    const { sandbox } = gateway;
    expect(sandbox.cursor()).toBe(0);
    await sendMany(gateway);
    const after = sandbox.cursor();
    expect(after).toBe(2);
    await sendOne(gateway);
    expect(sandbox.messages({ after }).map(({ id }) => id)).toEqual(['1003']);
    expect(sandbox.messages({ after: sandbox.messages()[0]?.cursor }).map(({ id }) => id)).toEqual(['1002', '1003']);
    expect(sandbox.messages({ after: sandbox.cursor() })).toEqual([]);
  });
  it('do not include tests, refused sends and deleted scheduled messages', async () => {
    const gateway = testGateway();
    const { sandbox, stub } = gateway;
    await sendOne(gateway, { test: 1 });
    await sendOne(gateway, { from: 'Nobody' });
    expect(sandbox.messages()).toEqual([]);
    await sendOne(gateway, { date: Date.parse('2027-01-15T13:00:00Z') / 1000 });
    const [waiting] = sandbox.messages();
    expect(waiting?.sendAt).toEqual(new Date('2027-01-15T13:00:00Z'));
    await stub.soap_DelSchSmsById({ client: { username: 'alice', password: 'sesame-street' }, id: waiting?.id ?? '' });
    expect(sandbox.messages()).toEqual([]);
    expect(sandbox.cursor()).toBe(1);
  });

  it.each([
    [{ after: -1 }, 'after'],
    [{ after: 0.5 }, 'after'],
    [{ after: 1 }, 'after'],
    [{ to: 'nobody' }, 'to'],
    [{ kind: 'fax' }, 'kind'],
    [{ text: 5 }, 'text'],
    [{ where: true }, 'where'],
    [{ number: '500100200' }, 'number'],
  ])('cannot be filtered with %j', (filter, path) => {
    const { sandbox } = testGateway();
    const ask = (): unknown => sandbox.messages(filter as never);
    expect(ask).toThrow(ValidationError);
    expect(ask).toThrow(expect.objectContaining({ path }));
  });
});

describe('with maxKeptMessages', () => {
  it('the older half is deleted with its data', async () => {
    const { sandbox } = testGateway({ tokens: ['of-alice'] }, { maxKeptMessages: 3 });
    const client = http(sandbox, 'of-alice');
    const send = (idx: string): Promise<unknown> =>
      client.sms.send({ to: '500100200', message: 'Hi', idx, checkIdx: true, once: false });
    for (const idx of ['a1', 'a2', 'a3']) await send(idx);
    expect(sandbox.messages()).toHaveLength(3);
    await expect(send('a1')).rejects.toMatchObject({ result: 53 });
    await send('a4');
    expect(sandbox.messages().map(({ idx }) => idx)).toEqual(['a3', 'a4']);
    expect(sandbox.account('alice')?.messages.map(({ idx }) => idx)).toEqual(['a3', 'a4']);
    await send('a1');
    await expect(send('a4')).rejects.toMatchObject({ result: 53 });
  });

  it('a cursor before deleted messages is refused', async () => {
    const gateway = testGateway({}, { maxKeptMessages: 1 });
    const { sandbox } = gateway;
    const after = sandbox.cursor();
    await sendOne(gateway);
    expect(sandbox.messages({ after })).toHaveLength(1);
    await sendOne(gateway);
    expect(() => sandbox.messages({ after })).toThrow(/after: messages after this cursor are no longer kept/);
    expect(sandbox.messages({ after: 1 }).map(({ id }) => id)).toEqual(['1002']);
    expect(sandbox.messages().map(({ id }) => id)).toEqual(['1002']);
  });
});
