import { describe, expect, it } from 'vitest';
import {
  AuthenticationError,
  ConflictError,
  GatewayError,
  GatewayInternalError,
  InsufficientPointsError,
  InvalidRequestError,
  NotAllowedError,
  NotFoundError,
  RateLimitError,
  SmsServiceClient,
  type SmsServiceClientOptions,
} from '../../src/client/index.js';
import { rejection } from '../support/collect.js';
import { fakeTransport, soapResponse } from '../support/fake-transport.js';

function clientFor(response: string, options: Partial<SmsServiceClientOptions> = {}): SmsServiceClient {
  return new SmsServiceClient({
    url: 'http://gateway.test/soap',
    credentials: { username: 'alice', password: 'sesame-1' },
    transport: fakeTransport(response),
    retry: false,
    ...options,
  });
}

const refused = (code: number, description = 'No'): string =>
  soapResponse('soap_GetGroups', `<result>${code}</result><description>${description}</description>`);

describe('a result that is not success', () => {
  it.each([
    [AuthenticationError, 'AUTHENTICATION', [101, 102]],
    [NotAllowedError, 'NOT_ALLOWED', [105, 110, 401, 997, 1000, 7, 57, 59, 94, 98, 112]],
    [InsufficientPointsError, 'INSUFFICIENT_POINTS', [103]],
    [RateLimitError, 'RATE_LIMIT', [52, 202, 203]],
    [GatewayInternalError, 'GATEWAY_INTERNAL', [8, 201, 666, 999, 200, 23, 998]],
    [ConflictError, 'CONFLICT', [53, 75, 301, 409, 1115, 2062, 2115, 4116]],
    [NotFoundError, 'NOT_FOUND', [40, 41, 104, 4100, 4200]],
    [
      InvalidRequestError,
      'INVALID_REQUEST',
      [11, 12, 13, 14, 17, 18, 19, 20, 21, 22, 24, 25, 26, 27, 28, 30, 31, 32, 33, 35, 36, 50, 51, 54, 55, 56].concat([
        60, 61, 62, 65, 66, 70, 72, 74, 76, 93, 106, 300, 400, 1001, 1193, 2001, 2112, 4000, 4280,
      ]),
    ],
    [GatewayError, 'GATEWAY', [1, -1, 555, 5000]],
  ])('is a %s', async (errorClass, code, results) => {
    for (const result of results) {
      const error = await rejection(clientFor(refused(result)).getGroups());
      expect((error as object).constructor, String(result)).toBe(errorClass);
      expect(error).toMatchObject({ code, result, description: 'No', operation: 'soap_GetGroups' });
    }
  });

  it('is found inside the Response of a send', async () => {
    const response = soapResponse(
      'soap_SendSms',
      '<response><result>103</result><description>Za mało</description></response>',
    );
    const error = await rejection(clientFor(response).sendSms({ to: '500100200', message: 'Hi' }));
    expect(error).toBeInstanceOf(InsufficientPointsError);
    expect(error).toMatchObject({ operation: 'soap_SendSms', description: 'Za mało' });
  });
});
