import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Transport } from '../../../src/calls/index.js';
import { SmsServiceClient } from '../../../src/client/index.js';
import type { SmsServiceError } from '../../../src/errors/errors.js';
import { type CassetteOptions, cassette } from '../../../src/replay/index.js';
import { readCorpus } from '../../fuzz/corpus.js';
import { cassetteFile } from '../cassette-folder.js';
import { type Answer, answers, PASSWORD, USERNAME } from './answers.js';

const RUNS = Number(process.env['TRUTH_RUNS'] ?? 400);
const fileOf = cassetteFile();
let count = 0;

/** The result of a call. */
interface Seen {
  readonly items: readonly unknown[];
  readonly error?: Readonly<Record<string, unknown>>;
}

function clientOver(transport: Transport, options: object): SmsServiceClient {
  return new SmsServiceClient({
    url: 'http://gateway.test/',
    credentials: { username: USERNAME, password: PASSWORD },
    retry: false,
    transport,
    ...options,
  });
}

async function* ask(
  client: SmsServiceClient,
  operation: Answer['operation'],
  streams: boolean,
): AsyncIterable<unknown> {
  const range = { from: new Date(0), to: new Date(1000) };
  if (operation === 'soap_CheckPoints') yield await client.checkPoints();
  else if (operation === 'soap_SendSms') yield await client.sendSms({ to: '48500100200', message: 'Hi' });
  else if (operation === 'soap_GetGroups') yield* await client.getGroups();
  else if (operation === 'soap_GetNumbers') yield* streams ? client.streamNumbers(7) : await client.getNumbers(7);
  else yield* streams ? client.streamSmsByDate(range) : await client.getSmsByDate(range);
}

async function seen(client: SmsServiceClient, operation: Answer['operation'], streams: boolean): Promise<Seen> {
  const items: unknown[] = [];
  try {
    for await (const item of ask(client, operation, streams)) items.push(item);
    return { items };
  } catch (error) {
    const { message: _message, stack: _stack, ...data } = (error as SmsServiceError).toJSON();
    return { items, error: { ...data, detail: (error as { readonly detail?: unknown }).detail } };
  }
}

/** Without times and byte offsets. */
function timeless({ items, error }: Seen): Seen {
  if (error === undefined) return { items };
  const { offset: _offset, retryAfterMs: pause, cause: _cause, excerpt, ...others } = error;
  // A date of HTTP is counted in whole seconds.
  const round = typeof pause === 'number' ? Math.round(pause / 10_000) : pause;
  return { items, error: { ...others, pause: round, excerpt: typeof excerpt === 'string' ? excerpt.trim() : excerpt } };
}

const LOOSE = { acceptSurrogateReferences: true, limits: { maxDepth: 400, maxAttributes: 400 } };

async function liveAndPlayed(
  answer: Answer,
  streams: boolean,
  options: object,
  privacy: CassetteOptions['privacy'],
): Promise<readonly [Seen, Seen, Seen]> {
  const gateway: Transport = { send: async () => answer };
  const live = await seen(clientOver(gateway, options), answer.operation, streams);
  const file = `${fileOf()}${(count += 1)}`;
  const recorder = cassette(file, { mode: 'record', transport: gateway, privacy, keep: { refusals: true } }, {});
  const recorded = await seen(clientOver(recorder, options), answer.operation, streams);
  await recorder.close();
  const player = cassette(file, { mode: 'locked', privacy }, {});
  const played = await seen(clientOver(player, options), answer.operation, streams);
  await player.close();
  return [timeless(live), timeless(recorded), timeless(played)];
}

it('replayed values, errors and outcomes equal the live ones, whole and streamed', async () => {
  await fc.assert(
    fc.asyncProperty(answers, fc.boolean(), fc.constantFrom({}, LOOSE), async (answer, streams, options) => {
      const [live, recorded, played] = await liveAndPlayed(answer, streams, options, undefined);
      expect(recorded).toEqual(live);
      if (isEchoing(answer)) expect(shaped(played).error).toEqual(shaped(live).error);
      // An undecodable response that echoes a credential is not recorded.
      const isKept = !(isEchoing(answer) && ['HTTP_STATUS', 'DECODE'].includes(String(live.error?.['code'])));
      const kept = isEchoing(answer) ? withoutDetail : (value: Seen): Seen => value;
      if (isKept) expect(withoutEchoes(kept(played))).toEqual(withoutEchoes(kept(live)));
    }),
    { numRuns: RUNS },
  );
}, 600_000);

/** Pieces of credentials that identify an echo. */
const PIECES = [USERNAME, ...Array.from({ length: PASSWORD.length - 4 }, (_, at) => PASSWORD.slice(at, at + 5))];

function isEchoing({ body, headers }: Answer): boolean {
  const text = `${Buffer.from(body).toString('latin1').replaceAll('\0', '')} ${JSON.stringify(headers)}`;
  return PIECES.some((piece) => text.includes(piece));
}

it('responses of third-party servers are replayed unchanged, whole and streamed', async () => {
  const operations: readonly string[] = [
    'soap_CheckPoints',
    'soap_SendSms',
    'soap_GetGroups',
    'soap_GetNumbers',
    'soap_GetSmsByDate',
  ];
  const recordings = readCorpus().responses.filter(({ operation }) => operations.includes(operation));
  expect(recordings.length).toBeGreaterThan(20);
  for (const { name, ...response } of recordings) {
    for (const streams of [false, true]) {
      const [live, recorded, played] = await liveAndPlayed(response as unknown as Answer, streams, {}, undefined);
      expect([recorded, played], name).toEqual([live, live]);
    }
  }
});

/** Without the detail of a Fault, which is masked if it echoes a credential. */
function withoutDetail({ items, error }: Seen): Seen {
  if (error === undefined) return { items };
  const { detail: _detail, ...others } = error;
  return { items, error: others };
}

function withoutEchoes(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, text: unknown) =>
    typeof text === 'string' && /redacted|sesame|10010/.test(text) ? 'echo' : text,
  );
}

const PRIVACY = { numbers: true, names: true, texts: true, key: 'a key of many characters' };

it('replayed results with pseudonyms differ only in these', async () => {
  await fc.assert(
    fc.asyncProperty(answers, fc.boolean(), fc.constantFrom({}, LOOSE), async (answer, streams, options) => {
      const [live, recorded, played] = await liveAndPlayed(answer, streams, options, PRIVACY);
      expect(recorded).toEqual(live);
      // Items before a decoding error are not recorded.
      if (live.error !== undefined && live.items.length > 0) expect(played.error).toEqual(shaped(live).error);
      else expect(shaped(played)).toEqual(shaped(live));
    }),
    // Each run derives the key twice, which is slow.
    { numRuns: RUNS / 4 },
  );
}, 600_000);

/** The parts that pseudonyms do not change: numbers, codes, and whether a text is empty. */
function shaped({ items, error }: Seen): Seen {
  const texts = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value ?? null), (_key, text: unknown) => (typeof text === 'string' ? text !== '' : text));
  if (error === undefined) return { items: texts(items) as unknown[] };
  const { name, code, outcome, status, result, pause, retryable, xsdType: _type } = error;
  return { items: texts(items) as unknown[], error: { name, code, outcome, status, result, pause, retryable } };
}
