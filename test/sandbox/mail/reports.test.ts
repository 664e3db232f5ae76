import { afterEach, describe, expect, it } from 'vitest';
import type { MailingSandbox } from '../../../src/sandbox/index.js';
import { mailGateway, mailRaw } from './mail-gateway.js';

let sandbox: MailingSandbox;
afterEach(() => sandbox.close());

describe('a report', () => {
  it.each(['1', 'true', 'yes', ' 1 '])('is created for raport=%j', async (value) => {
    sandbox = await mailGateway();
    await mailRaw(sandbox, `Subject: a\r\n\r\nraport=${value}&to=500100200&message=Hi`);
    expect(sandbox.mail.reports).toMatchObject([{ text: 'Test:500100200:ERROR:101' }]);
  });

  it.each(['0', 'false', ''])('is not created for raport=%j', async (value) => {
    sandbox = await mailGateway();
    await mailRaw(sandbox, `Subject: a\r\n\r\nraport=${value}&to=500100200&message=Hi`);
    expect(sandbox.callCount('mail')).toBe(1);
    expect(sandbox.mail.reports).toEqual([]);
  });
});
