import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../src/errors/errors.js';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.js';
import { base64, CLIENT, postParts, readAll, stubOf } from './setup.js';

describe('whatever options and calls are accepted,', () => {
  /** What is accepted in most cases, and something hostile in the others. */
  const mostly = <T>(good: fc.Arbitrary<T>, hostile: fc.Arbitrary<T>): fc.Arbitrary<T> =>
    fc.oneof({ weight: 30, arbitrary: good }, { weight: 1, arbitrary: hostile });
  const text = fc.oneof(
    fc.constantFrom('', 'A', ' ', '\u0001', '\ud800', '\r\n', ']]>', '&', 'ż', '😀', '\ufffe', 'a'.repeat(1001)),
    fc.string({ unit: 'binary', maxLength: 5 }),
  );
  const optionText = mostly(fc.constantFrom('A', 'B', '\r\n<&>', ']]>', ' ż😀 '), text);
  const points = mostly(
    fc.constantFrom(0, -0, 1, 0.16, 0.0001, 123.456_789, 9e11),
    fc.oneof(fc.constantFrom(0.00001, 1e305, Number.MAX_VALUE, Number.MIN_VALUE, Number.NaN), fc.double()),
  );
  const moment = fc.oneof(
    fc.constantFrom('2027-01-15', '2038-01-19T03:14:05Z', '2040-01-01', '1900-01-01', '+275760-09-13', 'never'),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  );
  const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });
  const options = fc.record({
    pricePerPart: optional(points),
    responseForm: optional(fc.constantFrom('id' as const, 'ok' as const)),
    points: optional(points),
    senders: optional(fc.array(optionText, { maxLength: 2 })),
    groups: optional(
      fc.array(
        fc.record({
          name: optionText,
          info: optional(optionText),
          numbers: fc.array(fc.record({ number: optionText, name: optional(optionText) }), { maxLength: 2 }),
        }),
        { maxLength: 2 },
      ),
    ),
  });
  const call = fc.oneof(
    fc.record({ group: text, info: text }).map(({ group, info }) => ({
      operation: 'soap_AddGroup',
      parts: `<group>${base64('name', group)}${base64('info', info)}</group>`,
    })),
    fc.record({ number: fc.oneof(text, fc.constant('500100200')), name: text }).map(({ number, name }) => ({
      operation: 'soap_AddNumber',
      parts: `<number>${base64('number', number)}${base64('name', name)}<id_group>1</id_group></number>`,
    })),
    fc
      .record({
        message: fc.oneof(text, fc.constantFrom('Hi', '[%1%]', 'Hi [%1%]')),
        param: text,
        idx: mostly(fc.constantFrom('', 'a1'), text),
        date: fc.oneof(
          fc.constantFrom(0, 1, 1_800_500_000, 2_147_483_647),
          fc.integer({ min: -2_147_483_648, max: 2_147_483_647 }),
        ),

        from: mostly(fc.constantFrom('', 'Eco'), text),
      })
      .map(({ message, param, idx, date, from }) => ({
        operation: 'soap_SendSms',
        parts:
          `<sms_param><to>500100200</to>${base64('from', from)}${base64('message', message)}<date>${date}</date>` +
          `<arParam>${base64('i', param)}</arParam>${base64('idx', idx)}</sms_param>`,
      })),
    moment.map((now) => ({ now })),
  );

  it('every read has a response without a Fault', async () => {
    let accepted = 0;
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(
        options,
        fc.array(call, { maxLength: 8 }),
        async ({ pricePerPart, responseForm, ...account }, calls) => {
          let now = new Date('2027-01-15T12:00:00Z');
          const given: SandboxOptions = {
            accounts: [{ ...CLIENT, ...account }],
            pricePerPart,
            responseForm,
            now: () => now,
          };
          let sandbox: Sandbox;
          try {
            sandbox = createSandbox(given);
          } catch (error) {
            expect(error).toBeInstanceOf(ValidationError);
            return;
          }
          accepted += 1;
          const stub = stubOf(sandbox);
          for (const step of calls) {
            if ('now' in step) now = Number.isNaN(Date.parse(step.now)) ? now : new Date(step.now);
            else expect(await postParts(sandbox, step.operation, step.parts)).toMatch(/^\d+$/);
            expect(new Set(await readAll(stub))).toEqual(new Set([0]));
          }
          sent += sandbox.account(CLIENT.username)?.messages.length ?? 0;
          const { points: left } = await stub.soap_CheckPoints({ client: CLIENT });
          expect(left).toBe(sandbox.account('alice')?.points);
          expect(Number.isFinite(left) && !Object.is(left, -0)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
    // So much came through that the property says something.
    expect([accepted, sent]).toEqual([expect.toSatisfy((n) => n > 50), expect.toSatisfy((n) => n > 5)]);
  });
});
