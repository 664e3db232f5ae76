import { describe, expect, it } from 'vitest';
import { SoapFaultError, ValidationError } from '../../../src/errors/errors.js';
import { createSandbox, startSandbox } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { CLIENT, sendMany, sendOne, testGateway, thrownBy } from '../setup.js';

type Options = Parameters<typeof startSandbox>[0];

/** Options with one account, changed without a type checker. */
const account = (changes: object): unknown => ({ accounts: [{ ...CLIENT, ...changes }] });
const group = (changes: object): unknown => account({ groups: [{ name: 'A', ...changes }] });
const contact = (changes: object): unknown => group({ numbers: [{ number: '5', ...changes }] });

describe('invalid options are refused, with the path of the field:', () => {
  it.each<readonly [path: string, options: unknown, why: RegExp]>([
    ['options', null, /must be an object/],
    ['options', [], /must be an object/],
    ['acounts', { acounts: [] }, /is unknown.*accounts, newAccounts, now/],
    ['accounts[1]', { accounts: [CLIENT, null] }, /must be an object/],
    ['now', { now: new Date() }, /must be a function/],
    ['pricePerPart', { pricePerPart: '1' }, /must be a number of 0 or more/],
    ['pricePerPart', { pricePerPart: 0.00001 }, /at least 0\.0001/],
    ['pricePerPart', { pricePerPart: Number.POSITIVE_INFINITY }, /must be a number of 0 or more/],
    ['pricePerPart', { pricePerPart: 900_000_000_001 }, /at most 900,000,000,000/],
    ['pricePerMms', { pricePerMms: '1' }, /must be a number/],
    ['responseForm', { responseForm: 'x' }, /must be 'id' or 'ok'/],
    ['maxKeptRequests', { maxKeptRequests: -1 }, /must be a whole number from 0$/],
    ['maxKeptMessages', { maxKeptMessages: 0 }, /must be a whole number from 1$/],
    ['variant', { variant: 'old' }, /must be 'current' or 'earlier'/],
    ['lineFeedSeptets', { lineFeedSeptets: 3 }, /must be 1 or 2/],
    ['usedIdxHours', { usedIdxHours: 0 }, /whole number from 1 to 8784/],
    ['http.errorStatus', { http: { errorStatus: 99 } }, /whole number from 200 to 599/],
    ['http.points', { http: { points: 'text' } }, /is unknown.*pointsAs/],
    ['accounts[0].username', { accounts: [{ password: 'x' }] }, /missing/],
    ['accounts[0].username', account({ username: '' }), /is empty/],
    ['accounts[1].username', { accounts: [CLIENT, CLIENT] }, /is not unique/],
    ['accounts[0].password', account({ password: '\u0001' }), /U\+0001/],
    ['accounts[0].point', account({ point: 5 }), /is unknown.*points/],
    ['accounts[0].points', account({ points: Number.NaN }), /must be a number/],
    ['accounts[0].points', account({ points: 0.000_099 }), /at least 0\.0001/],
    ['accounts[0].senders[1]', account({ senders: ['Shop', 5] }), /must be a string/],
    ['accounts[0].senders[0].status', account({ senders: [{ name: 'A', status: 'NEW' }] }), /must be 'ACTIVE'/],
    ['accounts[0].tokens[0].scopes[0]', account({ tokens: [{ token: 't', scopes: ['sm'] }] }), /must be one of 'sms'/],
    ['accounts[0].tokens[0].token', account({ tokens: [{ scopes: [] }] }), /is missing/],
    ['accounts[0].maxParts', account({ maxParts: 11 }), /whole number from 1 to 10/],
    ['accounts[0].hours.to', account({ hours: { from: 8, to: 8 } }), /must be after from/],
    ['accounts[0].users[0].password', account({ users: [{ username: 'bob' }] }), /missing/],
    ['accounts[0].users[0].username', account({ users: [{ username: 'alice', password: 'x' }] }), /is not unique/],
    [
      'accounts[0].users[0].tokens[0]',
      account({ tokens: ['t'], users: [{ username: 'bob', password: 'x', tokens: ['t'] }] }),
      /is not unique/,
    ],
    ['accounts[0].groups[0].name', group({ name: '' }), /Group needs a name/],
    ['accounts[0].groups[1].name', account({ groups: [{ name: 'A' }, { name: 'A' }] }), /Group already exists/],
    ['accounts[0].groups[0].numbers[0].number', contact({ number: 5 }), /must be a string/],
    ['accounts[0].groups[0].numbers[0].name', contact({ name: '\u0001' }), /U\+0001, which XML does not allow/],
    ['accounts[0].groups[0].numbers[0].custom', contact({ custom: [] }), /must be an object/],
    ['accounts[0].groups[0].numbers[0].custom.size', contact({ custom: { size: 5 } }), /must be a string/],
  ])('%s of %j', async (path, options, why) => {
    const refusals = [
      thrownBy(() => createSandbox(options as Options)),
      await rejection(startSandbox(options as Options).then((running) => running.close())),
    ];
    for (const refusal of refusals) {
      expect(refusal).toBeInstanceOf(ValidationError);
      expect(refusal).toMatchObject({ path, message: expect.stringMatching(why) });
    }
  });

  it.each([-1, 70_000, 1.5, 'x', null, Number.NaN])('port %j', async (port) => {
    const refusal = await rejection(startSandbox({ port } as Options).then((running) => running.close()));
    expect(refusal).toMatchObject({ path: 'port', message: 'port: must be a whole number from 0 to 65535' });
  });
  it('without the value', () => {
    const refusal = thrownBy(() => createSandbox({ accounts: [{ ...CLIENT, secret: 'hunter22' } as never] }));
    expect(String(refusal)).not.toMatch(/hunter22|sesame/);
  });
});
describe('an invalid id of the option nextId', () => {
  it.each([
    ...['a:1', 'a;1', 'a 1', 'a1\n', '', 'a1\u0001', 'a1\ud800', 'ą1', '-1', 'a', '0', 'ERROR1', '1'.repeat(33)],
    ...[5, undefined],
  ])('(%j) is refused with a Fault that contains the option; nothing is sent', async (id) => {
    const gateway = testGateway({}, { nextId: (() => id) as () => string });
    const error = await rejection(sendOne(gateway));
    expect(error).toBeInstanceOf(SoapFaultError);
    expect(error).toMatchObject({
      faultCode: 'Server',
      faultString: expect.stringMatching(/^The gateway failed: nextId: must return 1 to 32 letters/),
    });
    expect(gateway.sandbox.account('alice')).toMatchObject({ points: 10, messages: [] });
  });

  it('rolls back the messages before it', async () => {
    const ids = ['1', '2:'];
    const gateway = testGateway({}, { nextId: () => ids.shift() ?? '3' });
    expect(await rejection(sendMany(gateway))).toMatchObject({ faultString: expect.stringContaining('nextId') });
    expect(gateway.sandbox.account('alice')).toMatchObject({ points: 10, messages: [] });
    expect(await sendOne(gateway)).toMatchObject({ result: 0, ids: ['3'] });
  });

  it('can be the id of another message, of the same send or an earlier one', async () => {
    const ids = ['1', '1', '2', '2', '3'];
    const gateway = testGateway({}, { nextId: () => ids.shift() ?? '' });
    const taken = { faultString: 'The gateway failed: nextId: returned the id of an existing message' };
    expect(await rejection(sendMany(gateway))).toMatchObject(taken);
    expect(await sendOne(gateway)).toMatchObject({ result: 0, ids: ['2'] });
    expect(await rejection(sendOne(gateway))).toMatchObject(taken);
    expect(await sendOne(gateway)).toMatchObject({ result: 0, ids: ['3'] });
    expect(gateway.sandbox.account('alice')).toMatchObject({ points: 9.68, messages: [{ id: '2' }, { id: '3' }] });
  });
});
