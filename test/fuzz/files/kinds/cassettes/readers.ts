import path from 'node:path';
import { SmsServiceClient } from '../../../../../src/client/index.js';
import { isSmsServiceError } from '../../../../../src/errors/errors.js';
import { cassette, checkCassette, redactCassette } from '../../../../../src/replay/index.js';
import { Broken, type Reader, type Reading } from '../../file-kind.js';

/**
 * The ways in which a cassette is read.
 *
 * @param name - the name of its file
 * @param again - reads, writes and reads the file
 */
export function readersOf(
  name: string,
  privacy: object,
  again: (file: string) => Reading,
): readonly [Reader, ...Reader[]] {
  const at = (folder: string): string => path.join(folder, name);
  return [
    { name: 'play', read: (folder) => play(at(folder), privacy) },
    {
      name: 'settle',
      read: async (folder) => {
        await cassette(at(folder), { mode: 'auto', privacy }, {}).close();
        return { outcome: (await play(at(folder), privacy)).outcome };
      },
    },
    {
      name: 'check',
      read: (folder) => ({ outcome: checkCassette(at(folder)).isBreaking ? 'breaking' : 'checked' }),
    },
    { name: 'redact', read: (folder) => redact(at(folder), privacy) },
    { name: 'again', read: (folder) => again(at(folder)) },
  ];
}

/** Replays calls that may be recorded. */
async function play(file: string, privacy: object): Promise<Reading> {
  const transport = cassette(file, { mode: 'replay', privacy }, {});
  const credentials = { username: 'a', password: 'b' };
  const client = new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport, retry: false });
  const outcomes: string[] = [];
  for (const ask of [() => client.getGroups(), () => client.checkPoints()]) {
    outcomes.push(
      await ask().then(
        () => 'played',
        (error: unknown) => {
          if (!isSmsServiceError(error)) throw error;
          return error.code;
        },
      ),
    );
  }
  await client.close();
  await transport.close();
  return { outcome: outcomes[0] ?? '' };
}

async function redact(file: string, privacy: object): Promise<Reading> {
  const { recordings: count, changed } = await redactCassette(file, { privacy }, {});
  // The result can be read and needs no further redaction.
  const after = await redactCassette(file, { privacy, dryRun: true }, {});
  if (after.recordings !== count) throw new Broken(`of ${count} recordings ${after.recordings} are left`);
  if (after.changed > 0) throw new Broken(`${after.changed} recordings change when they are cleaned again`);
  return { outcome: changed === 0 ? 'clean' : 'redacted' };
}
