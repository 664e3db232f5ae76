import { describe, expect, it } from 'vitest';
import { SoapFaultError, ValidationError } from '../../../src/errors/errors.js';
import { createSandbox, startSandbox } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { CLIENT, sendMany, sendOne, testGateway } from '../setup.js';

/** As a caller without a type checker gives it. */
type Given = Parameters<typeof startSandbox>[0];
const given = (value: unknown): Given => value as Given;

function notAdmitted(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return 'was not refused';
}

/** An account, changed as no type checker would allow. */
const changed = (changes: object): unknown => ({ accounts: [{ ...CLIENT, ...changes }] });

describe('the options are refused, with the path of what is wrong,', () => {
  const rows: readonly (readonly [what: string, options: unknown, path: string, why: RegExp])[] = [
    ['null', null, 'options', /not an object/],
    ['a text', 'demo', 'options', /not an object/],
    ['an array', [], 'options', /not an object/],
    ['a misspelt name', { acounts: [] }, 'acounts', /not known.*accounts, newAccounts, now/],
    ['accounts that are no array', { accounts: {} }, 'accounts', /not an array/],
    ['accounts that are null', { accounts: null }, 'accounts', /not an array/],
    ['an account that is null', { accounts: [CLIENT, null] }, 'accounts[1]', /not an object/],
    ['a clock that is no function', { now: 5 }, 'now', /not a function/],
    ['a Date as a clock', { now: new Date() }, 'now', /not a function/],
    ['a source of ids that is no function', { nextId: 5 }, 'nextId', /not a function/],
    ['a price that is a text', { pricePerPart: '1' }, 'pricePerPart', /not a number of 0 or more/],
    ['a price that rounds to nothing', { pricePerPart: 0.00001 }, 'pricePerPart', /less than 0\.0001/],
    ['a price below 0', { pricePerPart: -0.16 }, 'pricePerPart', /not a number of 0 or more/],
    ['a price without end', { pricePerPart: Number.POSITIVE_INFINITY }, 'pricePerPart', /not a number of 0 or more/],
    ['a price that is too much', { pricePerPart: 900_000_000_001 }, 'pricePerPart', /more than 900,000,000,000/],
    ['an unknown form of the response', { responseForm: 'x' }, 'responseForm', /neither 'id' nor 'ok'/],
    ['an unknown choice for duplicates', { duplicateNumbers: 'x' }, 'duplicateNumbers', /neither 'keep' nor 'refuse'/],
    ['a number of kept requests below 0', { maxKeptRequests: -1 }, 'maxKeptRequests', /not a whole number from 0$/],
    [
      'a number of kept requests without end',
      { maxKeptRequests: 1 / 0 },
      'maxKeptRequests',
      /not a whole number from 0$/,
    ],
    ['half a kept request', { maxKeptRequests: 0.5 }, 'maxKeptRequests', /not a whole number from 0$/],
    ['kept requests that are null', { maxKeptRequests: null }, 'maxKeptRequests', /not a whole number from 0$/],
    ['an account without a username', { accounts: [{ password: 'x' }] }, 'accounts[0].username', /missing/],
    ['an account without a password', { accounts: [{ username: 'x' }] }, 'accounts[0].password', /missing/],
    ['a username that is a number', changed({ username: 5 }), 'accounts[0].username', /not a string/],
    ['a password that XML cannot carry', changed({ password: '\u0001' }), 'accounts[0].password', /U\+0001/],
    ['a misspelt name in an account', changed({ point: 5 }), 'accounts[0].point', /not known.*points/],
    ['an unknown hash', changed({ hash: 'sha1' }), 'accounts[0].hash', /neither 'none' nor 'md5'/],
    ['points that are a text', changed({ points: '5' }), 'accounts[0].points', /not a number/],
    ['points that round to nothing', changed({ points: 0.000_099 }), 'accounts[0].points', /less than 0\.0001/],
    ['points beyond four decimals', changed({ points: 1e305 }), 'accounts[0].points', /more than 900,000,000,000/],
    ['senders that are one text', changed({ senders: 'Shop' }), 'accounts[0].senders', /not an array/],
    ['a sender that is a number', changed({ senders: ['Shop', 5] }), 'accounts[0].senders[1]', /not a string/],
    [
      'addresses that are one text',
      changed({ allowedAddresses: '127.0.0.1' }),
      'accounts[0].allowedAddresses',
      /array/,
    ],
    ['a flag that is a text', changed({ uniqueIdx: 'no' }), 'accounts[0].uniqueIdx', /not true or false/],
    ['groups that are no array', changed({ groups: { name: 'A' } }), 'accounts[0].groups', /not an array/],
    ['a group that is a text', changed({ groups: ['A'] }), 'accounts[0].groups[0]', /not an object/],
    ['a group without a name', changed({ groups: [{}] }), 'accounts[0].groups[0].name', /missing/],
    [
      'a misspelt name in a group',
      changed({ groups: [{ name: 'A', number: [] }] }),
      'accounts[0].groups[0].number',
      /not known.*numbers/,
    ],
    [
      'an info that is a number',
      changed({ groups: [{ name: 'A', info: 1 }] }),
      'accounts[0].groups[0].info',
      /not a string/,
    ],
    [
      'numbers that are texts',
      changed({ groups: [{ name: 'A', numbers: ['500100200'] }] }),
      'accounts[0].groups[0].numbers[0]',
      /not an object/,
    ],
    [
      'a number that is no text',
      changed({ groups: [{ name: 'A', numbers: [{ number: 5 }] }] }),
      'accounts[0].groups[0].numbers[0].number',
      /not a string/,
    ],
    [
      'a misspelt name in a number',
      changed({ groups: [{ name: 'A', numbers: [{ number: '5', nam: 'x' }] }] }),
      'accounts[0].groups[0].numbers[0].nam',
      /not known.*number, name/,
    ],
    [
      'a field of a contact that is no text',
      changed({ groups: [{ name: 'A', numbers: [{ number: '5', firstName: 5 }] }] }),
      'accounts[0].groups[0].numbers[0].firstName',
      /not a string/,
    ],
    [
      'a field of its own that is no text',
      changed({ groups: [{ name: 'A', numbers: [{ number: '5', custom: { size: 5 } }] }] }),
      'accounts[0].groups[0].numbers[0].custom.size',
      /not a string/,
    ],
    [
      'an unknown place of skipped numbers',
      { http: { skippedIn: 'all' } },
      'http.skippedIn',
      /neither .details. nor .list./,
    ],
    [
      'a status of errors that is none',
      { http: { errorStatus: 99 } },
      'http.errorStatus',
      /whole number from 200 to 599/,
    ],
    ['a misspelt name of the HTTP interface', { http: { points: 'text' } }, 'http.points', /not known.*pointsAs/],
    ['an unknown variant', { variant: 'old' }, 'variant', /neither 'current' nor 'earlier'/],
    ['a price of an MMS that is a text', { pricePerMms: '1' }, 'pricePerMms', /not a number/],
    ['a price of a voice message below 0', { pricePerVms: -1 }, 'pricePerVms', /not a number of 0 or more/],
    ['a price of a lookup that is null', { pricePerLookup: null }, 'pricePerLookup', /not a number/],
    ['an unknown variant of SOAP', { soapVariant: 'old' }, 'soapVariant', /neither 'current' nor 'earlier'/],
    ['an unknown length for single', { singleLength: 160 }, 'singleLength', /neither 'part' nor '160'/],
    ['a line feed of three septets', { lineFeedSeptets: 3 }, 'lineFeedSeptets', /neither 1 nor 2/],
    ['an idx that is kept for no hour', { usedIdxHours: 0 }, 'usedIdxHours', /whole number from 1 to 8784/],
    ['an unknown form of ids of tests', { testIds: '' }, 'testIds', /neither 'made' nor 'empty'/],
    ['numbers of an idx that are a text', { listsUsedIdx: 'yes' }, 'listsUsedIdx', /not true or false/],
    ['an empty host of links', { shortHost: '' }, 'shortHost', /is empty/],
    [
      'a scope that is not known',
      changed({ tokens: [{ token: 't', scopes: ['sm'] }] }),
      'accounts[0].tokens[0].scopes[0]',
      /none of 'sms'/,
    ],
    ['a token without its text', changed({ tokens: [{ scopes: [] }] }), 'accounts[0].tokens[0].token', /is missing/],
    [
      'a sender of an unknown status',
      changed({ senders: [{ name: 'A', status: 'NEW' }] }),
      'accounts[0].senders[0].status',
      /neither 'ACTIVE'/,
    ],
    ['a template without a text', changed({ templates: [{ name: 'A' }] }), 'accounts[0].templates[0].text', /missing/],
    [
      'discount codes that are no list',
      changed({ discountGroups: [{ name: 'A', codes: 'A1' }] }),
      'accounts[0].discountGroups[0].codes',
      /not an array/,
    ],
    ['an opt-out list that is one text', changed({ optedOut: '500100200' }), 'accounts[0].optedOut', /not an array/],
    ['eleven parts', changed({ maxParts: 11 }), 'accounts[0].maxParts', /whole number from 1 to 10/],
    [
      'hours that end before they begin',
      changed({ hours: { from: 8, to: 8 } }),
      'accounts[0].hours.to',
      /is not after from/,
    ],
    ['hours without an end', changed({ hours: { from: 8 } }), 'accounts[0].hours.to', /is missing/],
    [
      'an unknown kind of payment',
      changed({ profile: { paymentType: 'cash' } }),
      'accounts[0].profile.paymentType',
      /neither 'prepaid'/,
    ],
    [
      'a sub-user without a password',
      changed({ users: [{ username: 'bob' }] }),
      'accounts[0].users[0].password',
      /missing/,
    ],
    [
      'a sub-user with the name of an account',
      changed({ users: [{ username: 'alice', password: 'x' }] }),
      'accounts[0].users[0].username',
      /stands twice/,
    ],
    [
      'a sub-user with the token of its main user',
      changed({ tokens: ['t'], users: [{ username: 'bob', password: 'x', tokens: ['t'] }] }),
      'accounts[0].users[0].tokens[0]',
      /stands twice/,
    ],
  ];

  it.each(rows)('for %s', async (_, options, path, why) => {
    const refusals = [
      notAdmitted(() => createSandbox(given(options))),
      await rejection(startSandbox(given(options)).then((running) => running.close())),
    ];
    for (const refusal of refusals) {
      expect(refusal).toBeInstanceOf(ValidationError);
      expect(refusal).toMatchObject({ path, message: expect.stringMatching(why) });
    }
  });

  it.each([[-1], [70_000], [1.5], ['x'], [null], [Number.NaN]])('for the port %j', async (port) => {
    const refusal = await rejection(startSandbox(given({ port })).then((running) => running.close()));
    expect(refusal).toBeInstanceOf(ValidationError);
    expect(refusal).toMatchObject({ path: 'port', message: 'port: is not a whole number from 0 to 65535' });
  });

  it('for a port where nothing listens', () => {
    expect(notAdmitted(() => createSandbox(given({ port: 0 })))).toMatchObject({ path: 'port' });
  });

  it('but not for being there with the value undefined', async () => {
    const nothing = { now: undefined, nextId: undefined, responseForm: undefined, pricePerPart: undefined };
    const account = {
      ...CLIENT,
      groups: undefined,
      senders: undefined,
      points: undefined,
      allowedAddresses: undefined,
    };
    const running = await startSandbox({ ...nothing, port: undefined, accounts: [account] });
    await running.close();
    expect(running.account('alice')).toMatchObject({ points: 100, senders: ['Test'], groups: [] });
    expect(createSandbox({ ...nothing, accounts: undefined }).account('demo')).toMatchObject({
      points: 100,
      senders: ['Test'],
    });
  });

  it('in words that repeat no value', () => {
    const refusal = notAdmitted(() => createSandbox(given({ accounts: [{ ...CLIENT, secret: 'hunter22' }] })));
    expect(String(refusal)).not.toMatch(/hunter22|sesame/);
  });
});

describe('an id that cannot be one', () => {
  it.each([
    ['a:1'],
    ['a;1'],
    ['a 1'],
    ['a1\n'],
    [''],
    ['a1\u0001'],
    ['a1\ud800'],
    ['ą1'],
    ['-1'],
    ['a'],
    ['0'],
    ['ERROR1'],
    ['1'.repeat(33)],
    [5],
    [undefined],
  ])('is refused when it is given (%j), in words that name nextId; nothing is sent', async (id) => {
    const gateway = testGateway({}, { nextId: (() => id) as () => string });
    const error = await rejection(sendOne(gateway));
    expect(error).toBeInstanceOf(SoapFaultError);
    expect(error).toMatchObject({
      faultCode: 'Server',
      faultString:
        "The gateway failed: nextId: gave what is no id: 1 to 32 letters, digits, '-' and '_' are needed, at least one of " +
        'them a digit from 1 to 9',
    });
    expect(gateway.sandbox.account('alice')).toMatchObject({ points: 10, messages: [] });
  });

  it('leaves nothing behind of the messages before it', async () => {
    const ids = ['1', '2:'];
    const gateway = testGateway({}, { nextId: () => ids.shift() ?? '3' });
    expect(await rejection(sendMany(gateway))).toMatchObject({ faultString: expect.stringContaining('nextId') });
    expect(gateway.sandbox.account('alice')).toMatchObject({ points: 10, messages: [] });
    expect(await sendOne(gateway)).toMatchObject({ result: 0, ids: ['3'] });
  });

  it('is refused when another message has it, of this send or an earlier one; nothing is sent', async () => {
    const ids = ['1', '1', '2', '2', '3'];
    const gateway = testGateway({}, { nextId: () => ids.shift() ?? '' });
    const taken = { faultString: 'The gateway failed: nextId: gave an id that another message has' };
    expect(await rejection(sendMany(gateway))).toMatchObject(taken);
    expect(await sendOne(gateway)).toMatchObject({ result: 0, ids: ['2'] });
    expect(await rejection(sendOne(gateway))).toMatchObject(taken);
    expect(await sendOne(gateway)).toMatchObject({ result: 0, ids: ['3'] });
    expect(gateway.sandbox.account('alice')).toMatchObject({ points: 9.68, messages: [{ id: '2' }, { id: '3' }] });
  });
});

describe('an amount of points', () => {
  it.each([0, 0.0001, 0.00019999, 1, 900_000_000_000])('may be %d, of which four decimals count', async (points) => {
    const { stub } = testGateway({ points });
    expect(await stub.soap_CheckPoints({ client: CLIENT })).toMatchObject({
      points: Number(points.toFixed(4)),
    });
  });

  it('of -0 is a plain 0', async () => {
    const { stub } = testGateway({ points: -0 }, { pricePerPart: -0 });
    expect(await stub.soap_CheckPoints({ client: CLIENT })).toEqual({ result: 0, description: 'OK', points: 0 });
    expect(await sendOne(testGateway({}, { pricePerPart: -0 }))).toMatchObject({ result: 0, points: 0 });
  });

  it('is taken away to the last one', async () => {
    const gateway = testGateway({ points: 0.0002 }, { pricePerPart: 0.0001 });
    expect(await sendOne(gateway)).toMatchObject({ result: 0, points: 0.0001 });
    expect(await sendOne(gateway)).toMatchObject({ result: 0, points: 0.0001 });
    expect(await sendOne(gateway)).toMatchObject({ result: 103 });
    expect(gateway.sandbox.account('alice')?.points).toBe(0);
  });
});
