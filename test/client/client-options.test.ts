import { describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../src/client/index.js';
import { untyped } from '../support/unreadable.js';

const GIVEN = { url: 'http://gateway.test/soap', credentials: { username: 'alice', password: 'x' } };

const made = (options: unknown): SmsServiceClient => new SmsServiceClient(untyped(options));

describe('the options of a client', () => {
  it.each<[string, object]>([
    ['isSuccess: must be a function', { isSuccess: 1 }],
    ['now: must be a function', { now: 'noon' }],
    ['adaptiveLimit: must be true or false', { adaptiveLimit: 1 }],
    ['validation: must be true, false or an object', { validation: 'no' }],
    [
      'validation.rule: is unknown. Known names: senderLength, idx, scheduleHorizon, messageLength, noUnicode, ' +
        'datacoding, binaryHex, binaryUdh, perRecipientCount, paramCount, personalisedLimit, shortLinkLimit',
      { validation: { rule: true } },
    ],
    ['validation.idx: must be true or false', { validation: { idx: 1 } }],
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
});
