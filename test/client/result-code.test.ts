import { describe, expect, it } from 'vitest';
import { assertSuccess, isGood, type ResultContext } from '../../src/client/result-code.js';
import { AuthenticationError } from '../../src/errors/errors.js';

const operation = 'soap_SendSms';
const source = { secrets: () => ['sesame-0001'] };
const context: ResultContext = {
  operation,
  path: 'response.result',
  hash: 'none',
  request: { url: 'http://gateway.test/soap?key=x', label: 'shop' },
  isSuccess: (result) => result === 0,
};

function thrownBy(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

describe('what a result means', () => {
  it('is success only by isSuccess, which gets the operation', () => {
    expect(thrownBy(() => assertSuccess({ result: 0 }, source, context))).toBeUndefined();
    const isSuccess = (result: number, name: string): boolean => result === 7 && name === operation;
    expect(thrownBy(() => assertSuccess({ result: 7 }, source, { ...context, isSuccess }))).toBeUndefined();
    expect(isGood(8, { ...context, isSuccess })).toBe(false);
  });

  it('is reported with a matching hint: hash only for a refused password', () => {
    const failure = (result: number, hash: 'none' | 'md5'): unknown =>
      thrownBy(() => assertSuccess({ result, description: 'x' }, source, { ...context, hash }));
    const refused = failure(102, 'none');
    expect(refused).toBeInstanceOf(AuthenticationError);
    expect(refused).toMatchObject({
      operation,
      message: expect.stringMatching(/MD5 digest need the option hash: 'md5' \(http:\/\/gateway\.test\/soap, shop\)$/),
    });
    expect(failure(102, 'md5')).toMatchObject({
      message: expect.stringMatching(
        /store the plain password need the option hash: 'none' \(http:\/\/gateway\.test\/soap, shop\)$/,
      ),
    });
    expect(failure(103, 'none')).toMatchObject({ message: expect.not.stringContaining('hash') });
  });
});
