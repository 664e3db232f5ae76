import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../../src/sandbox/index.js';

it('a gateway does not listen if the port for mail is in use', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void taken.close());
  const mailPort = (taken.address() as { readonly port: number }).port;
  const { port, close } = await startSandbox();
  await close();
  await expect(startSandbox({ port, mail: { port: mailPort } })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const second = await startSandbox({ port });
  expect(second.port).toBe(port);
  await second.close();
});
