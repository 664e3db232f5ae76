import { describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../src/client/index.js';
import { readOptions } from '../../src/options/table.js';
import { DECODE_OPTIONS, DEFAULT_LIMITS, decodeSettings } from '../../src/soap/decoder/limits.js';
import { fakeTransport } from '../support/fake-transport.js';
import { untyped } from '../support/unreadable.js';

const GIVEN = { url: 'http://gateway.test/soap', credentials: { username: 'alice', password: 'x' } };
const logger = { debug: () => undefined, info: () => undefined, warn: () => undefined };

const made = (options: unknown): SmsServiceClient => new SmsServiceClient(untyped(options));

describe('the options of a client', () => {
  it.each<[string, object]>([
    ['isSuccess: is not a function', { isSuccess: 1 }],
    ['now: is not a function', { now: 'noon' }],
    ['adaptiveLimit: is not true or false', { adaptiveLimit: 1 }],
    ['validation: must be true, false or an object', { validation: 'no' }],
    [
      'validation.rule: is unknown. Known names: senderLength, idx, scheduleHorizon, messageLength, noUnicode, ' +
        'datacoding, binaryHex, binaryUdh, perRecipientCount, paramCount, personalisedLimit, shortLinkLimit',
      { validation: { rule: true } },
    ],
    ['validation.idx: is not true or false', { validation: { idx: 1 } }],
    [
      'urls: is unknown. Known names: url, transport, interceptors, timeoutMs, retry, adaptiveLimit, onEvent, ' +
        'logger, maxConcurrency, maxPerSecond, label, credentials, credentialsTimeoutMs, credentialsTtlMs, hash, isSuccess, ' +
        'validation, limits, acceptSurrogateReferences, now. Did you mean url?',
      { urls: [] },
    ],
  ])('are refused: %s', (message, options) => {
    expect(() => made({ ...GIVEN, ...options })).toThrow(
      expect.objectContaining({ name: 'ValidationError', message, path: message.split(':')[0] }),
    );
  });

  it.each<[object]>([
    [{}],
    [{ timeoutMs: 1, isSuccess: () => true, now: () => new Date(), onEvent: () => undefined, logger }],
    [{ timeoutMs: undefined, isSuccess: undefined, validation: undefined, retry: undefined, logger: undefined }],
    [{ retry: false, validation: false, transport: fakeTransport('') }],
    [{ retry: {}, validation: { idx: false, senderLength: undefined } }],
  ])('are accepted: %j', (options) => {
    expect(() => made({ ...GIVEN, ...options })).not.toThrow();
  });

  it('are an object', () => {
    const message = 'options: is missing';
    expect(() => made(undefined)).toThrow(expect.objectContaining({ message }));
  });
});

it.each(['maxDepth', 'maxAttributes', 'maxArrayItems', 'maxBufferedBytes', 'maxReferences'])(
  'a limit of which nothing is said has its default: %s',
  (name) => {
    const limits = decodeSettings(readOptions({ limits: { [name]: undefined } }, DECODE_OPTIONS));
    expect(limits).toMatchObject(DEFAULT_LIMITS);
    expect(decodeSettings(readOptions({ limits: { [name]: 7 } }, DECODE_OPTIONS))).toMatchObject({
      ...DEFAULT_LIMITS,
      [name]: 7,
    });
  },
);
