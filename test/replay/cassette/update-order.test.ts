import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { type CassetteMode, cassette, responseXml } from '../../../src/replay/index.js';
import type { Transport } from '../../../src/transport/transport.js';
import { cassetteFile } from '../cassette-folder.js';

/** A gateway whose responses have these points, one after the other. */
function gatewayOf(...points: readonly number[]): Transport {
  let next = 0;
  return {
    send: async () => ({
      status: 200,
      headers: { 'content-type': 'text/xml; charset=utf-8' },
      body: Buffer.from(responseXml('soap_CheckPoints', { result: 0, points: points[next++] ?? 0 })),
    }),
  };
}

describe.each(['har', 'yaml'])('a value that is recorded anew in a cassette in .%s', (ending) => {
  const fileOf = cassetteFile(ending);
  let second = 0;

  async function asked(mode: CassetteMode, transport: Transport): Promise<readonly number[]> {
    const now = (): Date => new Date(Date.UTC(2026, 10, 23, 12, 0, second++));
    const tape = cassette(fileOf(), { mode, transport, now }, {});
    const credentials = { username: 'a', password: 'b' };
    const client = new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport: tape });
    const points = [await client.checkPoints(), await client.checkPoints(), await client.checkPoints()];
    await client.close();
    await tape.close();
    return points;
  }

  it('keeps its position among equal requests, and changes one line', async () => {
    await asked('auto', gatewayOf(10, 20, 30));
    const before = readFileSync(fileOf(), 'utf8').split('\n');
    await asked('update', gatewayOf(15, 20, 30));
    expect(await asked('locked', gatewayOf())).toEqual([15, 20, 30]);
    const after = readFileSync(fileOf(), 'utf8').split('\n');
    expect(after).toHaveLength(before.length);
    expect(after.filter((line, index) => line !== before[index])).toHaveLength(1);
  });
});
