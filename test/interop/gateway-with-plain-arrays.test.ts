import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.js';
import { accounts, anna } from './gateway-cases/accounts.js';
import { nodeSoapClientWithPlainArrays as client } from './peers/node-soap-client.js';

const to = '500100200';

describe('a list that node-soap cannot write', () => {
  it.each([
    ['soap_SendSms', { to, message: '[%1%]', arParam: ['p1', 'p2'] }, 'arParam'],
    ['soap_SendSms', { to, message: '[%1%]', arParam: ['p1'] }, 'arParam'],
    ['soap_SendMulti', { arTo: [to, '500100201'], message: 'a' }, 'arTo'],
    ['soap_SendMulti', { arTo: [to], message: 'a' }, 'arTo'],
  ])('is rejected by the embedded gateway: %s %j', async (operation, sms_param, field) => {
    const sandbox = await startSandbox({ accounts });
    const caller = await client.start(sandbox.wsdlUrl);
    expect(await caller.call(operation, { client: anna, sms_param })).toEqual({
      fault: { faultCode: 'Client', faultString: expect.stringContaining(`sms_param.${field}`) },
    });
    expect(sandbox.account('anna')).toMatchObject({ points: 12.5, messages: [] });
    await caller.stop();
    await sandbox.close();
  });
});
