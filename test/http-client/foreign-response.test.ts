import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, it } from 'vitest';
import { SmsServiceHttpClient } from '../../src/http-client/index.js';
import { item } from './gateway-script.js';

it('closes the connection that brought the response of another request', async () => {
  const sockets = new Set<Socket>();
  const recipients = ['500100201', '500100299', '500100201'];
  const server = createServer((request, response) => {
    sockets.add(request.socket);
    const body = JSON.stringify({ count: 1, list: [item(recipients.shift() ?? '')] });
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const client = new SmsServiceHttpClient({ url, token: 't0ken', retry: { baseDelayMs: 1 } });
  try {
    const order = { to: '500100201', message: 'Hi' };
    await client.sms.send(order);
    expect(sockets.size).toBe(1);
    expect(await client.sms.send(order)).toMatchObject({ messages: [{ id: 'id201' }] });
    expect(recipients).toEqual([]);
    const [first, second] = sockets;
    expect([first?.destroyed, second?.destroyed]).toEqual([true, false]);
  } finally {
    await client.close();
    server.close();
  }
});
