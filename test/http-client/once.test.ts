import { describe, expect, it } from 'vitest';
import { ConflictError, isSmsServiceError } from '../../src/errors/errors.js';
import { rejection } from '../support/collect.js';
import { type Arrived, clientOf, item, LOST, REFUSED, type Reaction, script } from './gateway-script.js';

const [A, B, C] = ['500100201', '500100202', '500100203'] as const;
const USED = { error: 53, message: 'Not unique idx' };
const sent = (...numbers: readonly string[]): object => ({
  count: numbers.length,
  list: numbers.map((one) => item(one)),
});

/** A gateway that stores accepted messages by idx, and responds only on request. */
function rememberingGateway(
  answers: readonly boolean[],
  refuse: (request: Arrived) => Reaction | undefined = () => undefined,
): { readonly accepted: Map<string, string>; readonly transport: ReturnType<typeof script> } {
  const accepted = new Map<string, string>();
  let count = 0;
  const transport = script((request) => {
    const isAnswered = answers[count] ?? true;
    count += 1;
    const to = (request.fields.to ?? '').split(',');
    const idx = (request.fields.idx ?? '').split('|');
    let reaction = refuse(request);
    if (reaction === undefined && idx.some((one) => accepted.has(one))) reaction = USED;
    if (reaction === undefined) {
      to.forEach((number, index) => accepted.set(idx[index] ?? '', number));
      reaction = sent(...to);
    }
    return isAnswered ? reaction : LOST;
  });
  return { accepted, transport };
}

describe('a send with recipients', () => {
  it('sends a separate idx for each message, and check_idx', async () => {
    const transport = script(sent(A, B));
    await clientOf(transport).sms.send({ to: [A, B], message: 'Hi' });
    const { idx = '', check_idx } = transport.arrived[0]?.fields ?? {};
    expect(check_idx).toBe('1');
    const [first = '', second = '', ...others] = idx.split('|');
    expect(first).toMatch(/^[\da-z]{32}$/);
    expect(second).toMatch(/^[\da-z]{32}$/);
    expect(first).not.toBe(second);
    expect(others).toEqual([]);
  });

  it('uses the idx of the caller as it is', async () => {
    const transport = script(sent(A));
    const { messages } = await clientOf(transport).sms.send({ to: A, message: 'Hi', idx: 'Mine7' });
    expect(transport.arrived[0]?.fields).toMatchObject({ idx: 'Mine7', check_idx: '1' });
    expect(messages[0]?.idx).toBe('Mine7');
  });

  it('has no idx and no check_idx with once: false, and is not retried', async () => {
    const transport = script(LOST);
    const error = await rejection(clientOf(transport).sms.send({ to: A, message: 'Hi', once: false }));
    expect(error).toMatchObject({ outcome: 'unknown' });
    expect(transport.arrived).toHaveLength(1);
    expect(transport.arrived[0]?.fields).not.toHaveProperty('idx');
    expect(transport.arrived[0]?.fields).not.toHaveProperty('check_idx');
  });

  it('is sent again unchanged after a lost response, and accepted', async () => {
    const transport = script(LOST, sent(A));
    const result = await clientOf(transport).sms.send({ to: A, message: 'Hi' });
    expect(result).toMatchObject({ alreadyAccepted: false, count: 1, messages: [{ id: 'id201' }] });
    expect(transport.arrived[1]?.fields).toEqual(transport.arrived[0]?.fields);
  });

  it('was accepted before if code 53 follows an attempt with unknown outcome', async () => {
    const { accepted, transport } = rememberingGateway([false]);
    const result = await clientOf(transport).sms.send({ to: A, message: 'Hi', idx: 'mine' });
    expect([...accepted]).toEqual([['mine', A]]);
    const message = {
      id: null,
      points: null,
      number: null,
      dateSent: null,
      submittedNumber: A,
      status: null,
      idx: 'mine',
      alreadyAccepted: true,
    };
    expect(result).toEqual({
      messages: [message],
      count: 1,
      invalidNumbers: [],
      alreadyAccepted: true,
      recipients: [{ submitted: A, number: '48500100201', status: 'accepted', message }],
    });
  });

  it.each([
    ['a 200 with garbage', { status: 200, body: 'no answer at all' }],
    ['a 200 with a page', { status: 200, body: '<html>Welcome</html>' }],
    ['a page of a gateway timeout', { status: 504, body: '<html>Gateway Timeout</html>' }],
    ['an error of a proxy in JSON', { status: 502, body: '{"error":"bad_gateway","message":"upstream"}' }],
    ['code 200', { error: 200, message: 'Sending failed' }],
    ['code 998', 'ERROR:998'],
  ])('was accepted before if code 53 follows %s', async (_, doubt) => {
    const result = await clientOf(script(doubt, USED)).sms.send({ to: A, message: 'Hi' });
    expect(result.alreadyAccepted).toBe(true);
  });

  it.each<[name: string, steps: readonly Reaction[]]>([
    ['first', [USED]],
    ['as a text', ['ERROR:53']],
    ['after attempts that were not sent', [REFUSED, USED]],
  ])('was accepted if 53 comes %s for a generated idx: a proxy repeated the request', async (_, steps) => {
    const one = await clientOf(script(...steps)).sms.send({ to: A, message: 'Hi' });
    expect(one).toMatchObject({ alreadyAccepted: true, count: 1, messages: [{ submittedNumber: A }] });
  });

  it('may have been accepted if 53 comes first for an idx of the caller', async () => {
    for (const steps of [[USED], [REFUSED, USED], ['ERROR:53']]) {
      for (const once of [true, false]) {
        const order = { to: A, message: 'Hi', idx: 'mine', checkIdx: true, once };
        const error = await rejection(clientOf(script(...steps)).sms.send(order));
        expect(error).toBeInstanceOf(ConflictError);
        expect(error).toMatchObject({ outcome: 'unknown', result: 53, retryable: false });
        expect((error as Error).message).toMatch(
          /a proxy repeated this request .* or an earlier send used the same idx/,
        );
      }
    }
  });

  it('continues at the backup address, and is accepted once', async () => {
    const { accepted, transport } = rememberingGateway([false, false]);
    const url = ['https://one.test/', 'https://two.test/'];
    const result = await clientOf(transport, { url }).sms.send({ to: A, message: 'Hi' });
    expect(result.alreadyAccepted).toBe(true);
    expect(accepted.size).toBe(1);
    expect(new Set(transport.arrived.map(({ url: to }) => to))).toEqual(
      new Set(['https://one.test/sms.do', 'https://two.test/sms.do']),
    );
  });

  it('fails with a definite refusal: no points, an address that may not send', async () => {
    for (const code of [103, 105]) {
      const transport = script(LOST, { error: code, message: 'no' });
      const error = await rejection(clientOf(transport).sms.send({ to: A, message: 'Hi' }));
      expect(error).toMatchObject({ outcome: 'rejected', result: code });
      expect(transport.arrived).toHaveLength(2);
    }
  });

  it('reports the idx of each message if the outcome stays unknown, but not in logs', async () => {
    const error = await rejection(clientOf(script(LOST)).sms.send({ to: [A, B], message: 'Hi', idx: ['one', 'two'] }));
    expect(error).toMatchObject({ outcome: 'unknown', sentIdx: ['one', 'two'] });
    expect(JSON.stringify(error)).not.toContain('two');
  });
});

describe('a send to several', () => {
  it('was accepted if 53 comes first and lists all of them', async () => {
    const listed = { ...USED, invalid_numbers: [A, B].map((one) => ({ number: `48${one}`, message: 'idx' })) };
    const transport = script(listed);
    const result = await clientOf(transport).sms.send({ to: [A, B], message: 'Hi' });
    expect(result).toMatchObject({ alreadyAccepted: true, count: 2 });
    expect(transport.arrived).toHaveLength(1);
  });

  it('is resolved one by one if code 53 comes first and lists no idx', async () => {
    const { accepted, transport } = rememberingGateway([true, true]);
    const repeated: ReturnType<typeof script> = {
      arrived: transport.arrived,
      // As a proxy that sends the first request twice, and gives back the second response.
      send: async (request) => {
        if (transport.arrived.length === 0) await transport.send(request);
        return transport.send(request);
      },
    };
    const result = await clientOf(repeated).sms.send({ to: [A, B, C], message: 'Hi' });
    expect(result).toMatchObject({ alreadyAccepted: true, count: 3 });
    expect(result.recipients.map(({ status }) => status)).toEqual(['accepted', 'accepted', 'accepted']);
    expect([...accepted.values()]).toEqual([A, B, C]);
  });
});

describe('a response that names other recipients', () => {
  const foreign = sent('500100299');
  const conflictOfAnother = { ...USED, invalid_numbers: [{ number: '48500100299', message: 'idx' }] };
  const invalidOfAnother = { error: 13, message: 'no', invalid_numbers: [{ submitted_number: '12', message: 'no' }] };

  it.each<[name: string, response: Reaction]>([
    ['a list of messages', foreign],
    [
      'a list of messages in which only the submitted number differs',
      { count: 1, list: [item(A, { submitted_number: C })] },
    ],
    ['one message of a list', sent(A, '500100299')],
    ['a text', 'OK:77:0.16:48500100299'],
    ['a code 53 that lists it', conflictOfAnother],
    ['a code 13 that lists it', invalidOfAnother],
  ])('is distrusted: %s', async (_, response) => {
    const transport = script(response, USED);
    const result = await clientOf(transport).sms.send({ to: A, message: 'Hi' });
    expect(result).toMatchObject({ alreadyAccepted: true, messages: [{ id: null, submittedNumber: A }] });
    expect(transport.arrived).toHaveLength(2);
  });

  it('leaves the outcome unknown without a retry; it is not checked for a group', async () => {
    const error = await rejection(clientOf(script(foreign)).sms.send({ to: A, message: 'Hi', once: false }));
    expect(error).toMatchObject({ code: 'CONNECTION', outcome: 'unknown' });
    expect((error as Error).message).toContain('number is not one of the recipients');
    expect((error as Error).message).not.toContain('0299');
    expect(await clientOf(script(foreign)).sms.send({ group: 'Friends', message: 'Hi' })).toMatchObject({ count: 1 });
  });

  it('is also distrusted by MMS, VMS and HLR', async () => {
    const { mms, vms } = clientOf(script(foreign));
    const earlier = clientOf(script([{ id: '7', number: '48500100299', status: 'OK', price: 0.1 }]), {
      variant: 'earlier',
    });
    for (const call of [
      mms.send({ to: A, subject: 'Hi', smil: '<smil/>', once: false }),
      vms.send({ to: A, tts: 'Hi', once: false }),
      earlier.hlr.check([A]),
    ]) {
      expect(await rejection(call)).toMatchObject({ code: 'CONNECTION', outcome: 'unknown' });
    }
  });

  it('is accepted in another order, with fewer messages, and with any spelling of a number', async () => {
    const spelled = ['+48 500-100-201', '0048500100202', '500/100/203'];
    const answer = { count: 2, list: [item(C), item(A, { submitted_number: spelled[0] })] };
    const { count, alreadyAccepted } = await clientOf(script(answer)).sms.send({ to: spelled, message: 'Hi' });
    expect({ count, alreadyAccepted }).toEqual({ count: 2, alreadyAccepted: false });
  });
});

describe('a send to several recipients with unknown outcome', () => {
  it('is resolved one by one, each message with its idx and values', async () => {
    const seen: string[] = [];
    const transport = script((request) => {
      const { to = '', idx = '', param1 = '', check_idx } = request.fields;
      seen.push(`${to} ${idx} ${param1} ${check_idx}`);
      if (seen.length === 1) return LOST;
      if (to.includes(',') || to === A) return 'ERROR:53';
      return sent(to);
    });
    const result = await clientOf(transport).sms.send({
      to: [A, B, C],
      message: 'Hi [%1%]',
      params: [['Anna'], ['Jan'], ['Ola']],
      idx: ['a', 'b', 'c'],
    });
    expect(seen.slice(2).sort()).toEqual([`${A} a Anna 1`, `${B} b Jan 1`, `${C} c Ola 1`]);
    expect(result).toMatchObject({
      alreadyAccepted: true,
      count: 3,
      messages: [
        { submittedNumber: A, idx: 'a', id: null, alreadyAccepted: true },
        { submittedNumber: B, idx: 'b', id: 'id202' },
        { submittedNumber: C, idx: 'c', id: 'id203' },
      ],
    });
    expect(result.messages[1]).not.toHaveProperty('alreadyAccepted');
  });

  it.each([
    ['invalid_numbers', { invalid_numbers: [{ number: `48${A}`, submitted_number: A }] }],
    ['another list of records', { not_unique: [{ idx: 'A' }] }],
    ['a list of numbers', { numbers: [`48${A}`] }],
  ])('resolves only the messages that code 53 does not list (%s)', async (_, more) => {
    const asked: string[] = [];
    const transport = script((request) => {
      const { to = '' } = request.fields;
      asked.push(to);
      if (asked.length === 1) return LOST;
      return to.includes(',') ? { ...USED, ...more } : sent(to);
    });
    const result = await clientOf(transport).sms.send({ to: [A, B], message: 'Hi', idx: ['a', 'b'] });
    expect(asked).toEqual([`${A},${B}`, `${A},${B}`, B]);
    expect(result.messages.map(({ id }) => id)).toEqual([null, 'id202']);
  });

  it('sends once to a number that is listed twice in two spellings', async () => {
    const asked: string[] = [];
    const transport = script((request) => {
      const { to = '' } = request.fields;
      asked.push(to);
      if (asked.length === 1) return LOST;
      return to.includes(',') ? USED : sent(to);
    });
    const result = await clientOf(transport).sms.send({ to: [A, `+48 ${A}`], message: 'Hi' });
    expect(asked.slice(2)).toEqual([A]);
    expect(result.messages).toHaveLength(1);
  });

  it('sends to a number as often as it is listed if duplicates are allowed', async () => {
    const { accepted, transport } = rememberingGateway([false]);
    const result = await clientOf(transport).sms.send({ to: [A, A], message: 'Hi', allowDuplicates: true });
    expect(accepted.size).toBe(2);
    expect(result.messages).toHaveLength(2);
  });

  it('reports a refused message and an invalid number together with the others', async () => {
    let count = 0;
    const transport = script(({ fields: { to = '' } }) => {
      count += 1;
      if (count === 1) return LOST;
      if (to.includes(',')) return USED;
      if (to === B) return { error: 57, message: 'blacklist' };
      return to === C ? { error: 13, message: 'no number', invalid_numbers: [] } : USED;
    });
    const result = await clientOf(transport).sms.send({ to: [A, B, C], message: 'Hi' });
    expect(result.messages).toMatchObject([{ alreadyAccepted: true }, { error: { result: 57 }, id: null }]);
    expect(result.count).toBe(1);
    expect(result.invalidNumbers).toMatchObject([{ submittedNumber: C }]);
  });

  it('keeps the outcome unknown if one message is unresolved, and reports every idx', async () => {
    let count = 0;
    const transport = script(({ fields: { to = '' } }) => {
      count += 1;
      if (count === 1) return LOST;
      if (to.includes(',')) return USED;
      return to === A ? USED : REFUSED;
    });
    const client = clientOf(transport, { retry: { attempts: 2, baseDelayMs: 1 } });
    const error = await rejection(client.sms.send({ to: [A, B], message: 'Hi', idx: ['a', 'b'] }));
    expect(isSmsServiceError(error)).toBe(true);
    expect(error).toMatchObject({ outcome: 'unknown', sentIdx: ['a', 'b'] });
  });

  it('keeps the outcome unknown for more messages than maxSettled', async () => {
    const transport = script(LOST, USED);
    const error = await rejection(clientOf(transport, { maxSettled: 1 }).sms.send({ to: [A, B], message: 'Hi' }));
    expect(error).toMatchObject({ outcome: 'unknown', code: 'CONFLICT', result: 53 });
    expect((error as Error).message).toContain('maxSettled');
    expect(transport.arrived).toHaveLength(2);
  });
});

describe('the 24 hours in which an idx is remembered', () => {
  const HOUR = 3_600_000;

  it('end the retries: no request is sent afterwards, and the error contains the reason', async () => {
    let now = new Date('2027-01-15T12:00:00Z').getTime();
    const transport = script(() => {
      now += 24 * HOUR;
      return LOST;
    });
    const error = await rejection(clientOf(transport, { now: () => new Date(now) }).sms.send({ to: A, message: 'Hi' }));
    expect(transport.arrived).toHaveLength(1);
    expect(error).toMatchObject({ outcome: 'unknown', code: 'CONNECTION' });
    expect((error as Error).message).toContain('24 hours');
  });

  it('count from the first attempt, also if a later one was not sent', async () => {
    let now = new Date('2027-01-15T12:00:00Z').getTime();
    const transport = script(
      () => {
        now += 12 * HOUR;
        return LOST;
      },
      () => {
        now += 13 * HOUR;
        return REFUSED;
      },
    );
    const error = await rejection(clientOf(transport, { now: () => new Date(now) }).sms.send({ to: A, message: 'Hi' }));
    expect(transport.arrived).toHaveLength(2);
    expect(error).toMatchObject({ outcome: 'unknown' });
  });

  it('continue after the clock is set back', async () => {
    let now = new Date('2027-01-15T12:00:00Z').getTime();
    const transport = script(
      () => {
        now -= 48 * HOUR;
        return LOST;
      },
      () => USED,
    );
    const result = await clientOf(transport, { now: () => new Date(now) }).sms.send({ to: A, message: 'Hi' });
    expect(result.alreadyAccepted).toBe(true);
  });
});

describe('a send to a group', () => {
  it('has no idx, and is retried only if the request was not sent', async () => {
    const lost = script(LOST);
    expect(await rejection(clientOf(lost).sms.send({ group: 'Friends', message: 'Hi' }))).toMatchObject({
      outcome: 'unknown',
    });
    expect(lost.arrived).toHaveLength(1);
    expect(lost.arrived[0]?.fields).not.toHaveProperty('check_idx');
    const refused = script(REFUSED, sent(A));
    await clientOf(refused).sms.send({ group: 'Friends', message: 'Hi' });
    expect(refused.arrived).toHaveLength(2);
  });

  it('has one idx for the group with once: true', async () => {
    const transport = script(LOST, USED);
    const result = await clientOf(transport).sms.send({ group: 'Friends', message: 'Hi', once: true });
    const { idx = '' } = transport.arrived[0]?.fields ?? {};
    expect(idx).toMatch(/^[\da-z]{32}$/);
    expect(result).toMatchObject({ alreadyAccepted: true, count: null, messages: [{ idx, submittedNumber: null }] });
  });
});
