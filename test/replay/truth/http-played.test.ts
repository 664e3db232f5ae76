import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Transport } from '../../../src/calls/index.js';
import type { GatewayError, SmsServiceError } from '../../../src/errors/errors.js';
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';
import { type CassetteOptions, cassette } from '../../../src/replay/index.js';
import { cassetteFile } from '../cassette-folder.js';
import { CALLS, type HttpAnswer, httpAnswers, NUMBER, TOKEN } from './http-answers.js';

const RUNS = Number(process.env['TRUTH_RUNS'] ?? 400);
const fileOf = cassetteFile();
let count = 0;

/** The result of a call. */
interface Seen {
  readonly value?: unknown;
  readonly error?: Readonly<Record<string, unknown>>;
}

async function seen(transport: Transport, call: string, format: 'json' | 'text'): Promise<Seen> {
  const client = new SmsServiceHttpClient({
    url: 'http://gateway.test/',
    token: TOKEN,
    variant: 'earlier',
    retry: false,
    format,
    transport,
  });
  try {
    return { value: plain(await CALLS[call]?.(client)) };
  } catch (error) {
    return { error: shownError(error as SmsServiceError) };
  }
}

function shownError(error: SmsServiceError): Readonly<Record<string, unknown>> {
  const { message: _message, cause: _cause, excerpt, ...data } = error.toJSON();
  const { invalidNumbers } = error as GatewayError;
  return { ...data, invalidNumbers, excerpt: typeof excerpt === 'string' ? excerpt.trim() : excerpt };
}

/** As JSON data, with the errors of messages. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value ?? null, (_key, given: unknown) =>
      given instanceof Error ? shownError(given as SmsServiceError) : given,
    ),
  );
}

async function liveAndPlayed(
  answer: HttpAnswer,
  format: 'json' | 'text',
  privacy: CassetteOptions['privacy'],
): Promise<readonly [Seen, Seen, Seen]> {
  const gateway: Transport = { send: async () => answer };
  const live = await seen(gateway, answer.call, format);
  const file = `${fileOf()}${(count += 1)}`;
  const recorder = cassette(file, { mode: 'record', transport: gateway, privacy, keep: { refusals: true } }, {});
  const recorded = await seen(recorder, answer.call, format);
  await recorder.close();
  const kept = readFileSync(file, 'utf8');
  expect(kept).not.toContain(TOKEN);
  expect(kept).not.toContain('sesame');
  if (privacy !== undefined) for (const secret of [NUMBER, 'Łoś', 'mystery']) expect(kept).not.toContain(secret);
  const player = cassette(file, { mode: 'locked', privacy }, {});
  const played = await seen(player, answer.call, format);
  await player.close();
  return [live, recorded, played];
}

const FORMATS = fc.constantFrom('json', 'text');

it('replayed values, errors, codes and outcomes equal the live ones, in JSON and as text', async () => {
  await fc.assert(
    fc.asyncProperty(httpAnswers, FORMATS, async (answer, format) => {
      const [live, recorded, played] = await liveAndPlayed(answer, format, undefined);
      expect(recorded).toEqual(live);
      if (isEchoing(answer)) expect(shaped(played)).toEqual(shaped(live));
      else expect(played).toEqual(live);
    }),
    { numRuns: RUNS },
  );
}, 600_000);

it('replayed results with pseudonyms differ only in these', async () => {
  const privacy = { numbers: true, names: true, texts: true, key: 'a key of many characters' };
  await fc.assert(
    fc.asyncProperty(httpAnswers, FORMATS, async (answer, format) => {
      const [live, recorded, played] = await liveAndPlayed(answer, format, privacy);
      expect(recorded).toEqual(live);
      expect(shaped(played, anyRecipients)).toEqual(shaped(live, anyRecipients));
    }),
    // Each run derives the key twice, which is slow.
    { numRuns: RUNS / 4 },
  );
}, 600_000);

/** Pieces of the token that identify an echo. */
const PIECES = Array.from({ length: TOKEN.length - 6 }, (_, at) => TOKEN.slice(at, at + 7));

function isEchoing({ body, headers }: HttpAnswer): boolean {
  const text = `${Buffer.from(body).toString('latin1')} ${JSON.stringify(headers)}`;
  return PIECES.some((piece) => text.includes(piece));
}

/** Only the number of recipients: they are assigned by numbers, which are pseudonyms. */
function anyRecipients(key: string, value: unknown): unknown {
  return key === 'recipients' && Array.isArray(value) ? value.length : value;
}

/** The parts that pseudonyms do not change: numbers, codes, and whether a text is empty. */
function shaped({ value, error }: Seen, also: typeof anyRecipients = (_key, given) => given): Seen {
  const texts = (given: unknown): unknown =>
    JSON.parse(JSON.stringify(given ?? null), (key, text: unknown) =>
      typeof text === 'string' ? text !== '' : also(key, text),
    );
  if (error === undefined) return { value: texts(value) };
  const { name, code, outcome, status, result, retryable, invalidNumbers } = error;
  return { error: { name, code, outcome, status, result, retryable, invalidNumbers: texts(invalidNumbers) } };
}
