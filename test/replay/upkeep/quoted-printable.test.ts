import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { cassette, faultXml, redactCassette } from '../../../src/replay/index.js';
import { cassetteFile } from '../cassette-folder.js';

const PASSWORD = 'Tajne&Hasło<1>';
const ECHO = 'Tajne&amp;Has=C5=82o&lt;1&gt;';
const fileOf = cassetteFile();

describe.each(['har', 'yaml'])(
  'a password in quoted-printable that a response repeats, in a .%s cassette',
  (ending) => {
    const transport = {
      send: async () => ({
        status: 500,
        headers: { 'content-type': 'text/xml; charset=utf-8' },
        body: Buffer.from(
          faultXml({ faultCode: 'Server', faultString: 'MAIL' }).replace('MAIL', `mail: ${ECHO} is wrong`),
        ),
      }),
    };

    it('is not recorded', async () => {
      const file = fileOf().replace(/har$/, ending);
      const recorder = cassette(file, { mode: 'record', transport });
      const credentials = { username: 'alice', password: PASSWORD };
      const client = new SmsServiceClient({
        url: 'http://gateway.test/',
        credentials,
        transport: recorder,
        retry: false,
      });
      await expect(client.checkPoints()).rejects.toMatchObject({ name: 'SoapFaultError' });
      await recorder.close();
      expect(readFileSync(file, 'utf8')).not.toMatch(/Tajne|C5=82|=82o|o&lt;1|o<1>/);
    });

    it('is removed by redactCassette', async () => {
      const file = fileOf().replace(/har$/, ending);
      const recorder = cassette(file, { mode: 'record', transport });
      const credentials = { username: 'alice', password: 'another password' };
      const client = new SmsServiceClient({
        url: 'http://gateway.test/',
        credentials,
        transport: recorder,
        retry: false,
      });
      await client.checkPoints().catch(() => undefined);
      await recorder.close();
      expect(readFileSync(file, 'utf8')).toContain('=82o');
      await redactCassette(file, { secrets: [PASSWORD] });
      expect(readFileSync(file, 'utf8')).not.toMatch(/Tajne|C5=82|=82o|o&lt;1|o<1>/);
    });
  },
);
