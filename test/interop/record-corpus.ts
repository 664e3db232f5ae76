/**
 * Records responses of the other makers' servers into `test/corpus`: `npx tsx test/interop/record-corpus.ts`.
 * What is expected of each comes from the table of scenarios and the lists of known failures, not from our decoder.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { SmsServiceStub } from '../../generated/index.js';
import { httpTransport } from '../../src/calls/index.js';
import { scenarios } from './cases/all.js';
import type { Step } from './cases/scenario.js';
import { outcome } from './observe.js';
import { axisServer } from './peers/axis-server.js';
import { freePort } from './peers/child.js';
import { gsoapGraphServer, gsoapServer } from './peers/gsoap-server.js';
import { nusoapServer } from './peers/nusoap-server.js';
import type { RunningServer, ServerPeer } from './peers/peer.js';
import { soapLiteServer } from './peers/soap-lite-server.js';

const SETS: Readonly<Record<string, ServerPeer>> = {
  nusoap: nusoapServer,
  gsoap: gsoapServer,
  'gsoap-graph': gsoapGraphServer,
  perl: soapLiteServer,
  axis: axisServer,
};

/** Which step of which scenario becomes which case. */
const CASES: Readonly<Record<string, readonly string[]>> = {
  'sender names': ['getsenders_ok', 'getsenders_one', 'getsenders_empty'],
  points: ['checkpoints_ok', 'checkpoints_fraction'],
  groups: ['getgroups_ok', 'getgroups_one', 'getgroups_empty'],
  numbers: ['getnumbers_specials', 'getnumbers_one', 'getnumbers_empty'],
  'messages by date': ['getsmsbydate_ok', '', 'getsmsbydate_empty'],
  'messages by id': ['getsmsbyids_two', 'getsmsbyids_one'],
  'a group is made, filled, read, emptied and deleted': [
    'addgroup_ok',
    'addnumber_ok',
    '',
    '',
    'getgroups_markup',
    'delnumber_ok',
    '',
    'delgroup_ok',
  ],
  'a message with two fields is sent, charged and found': ['sendsms_ok'],
  'a message with priority and user data header': ['sendsmsext_ok'],
  'one text to three recipients': ['sendmulti_ok', 'getsmsbyids_sent'],
  'white space around a text': ['', 'getsenders_blank'],
  '11, 12, 13 and 14: text, length, number and sender': ['sendsms_err11', '', '', '', 'sendmulti_err13'],
  '40, 4116 and 4200: groups and numbers': ['getnumbers_nogroup', 'delgroup_missing'],
  '101: every operation refuses a stranger': ['getsenders_badcred', '', '', '', '', '', 'getgroups_badcred'],
  'every operation passes a Fault on': ['fault_getsenders', '', '', '', '', '', '', '', '', '', 'fault_checkpoints'],
  'a Fault beyond the Basic Multilingual Plane': ['fault_emoji'],
  'a thousand records': ['getnumbers_1000'],
};

const corpus = join(import.meta.dirname, '../corpus');

for (const [set, peer] of Object.entries(SETS)) {
  await peer.ensureInstalled();
  const server = await peer.start();
  try {
    await record(join(corpus, set), server, peer);
  } finally {
    await server.stop();
  }
}

async function record(folder: string, server: RunningServer, peer: ServerPeer): Promise<void> {
  await mkdir(folder, { recursive: true });
  const tap = await tapOn(new URL(server.url));
  const transport = httpTransport();
  const stub = new SmsServiceStub({ transport, url: tap.url });
  const index: unknown[] = [];
  for (const { name, steps } of scenarios) {
    await server.reset();
    const cases = CASES[name] ?? [];
    for (const [step, { operation, wanted, send }] of steps.slice(0, cases.length).entries()) {
      server.responseNext?.(wanted);
      tap.forget();
      await outcome(send(stub));
      const title = cases[step];
      if (title === undefined || title === '') continue;
      const bytes = tap.bytes();
      const expected = expectedOf(wanted, `${name} / ${step} ${operation} out`, peer);
      await writeFile(join(folder, `${title}.response.http`), bytes);
      await writeFile(join(folder, `${title}.expected.json`), `${JSON.stringify(expected, null, 1)}\n`);
      index.push({ case: title, operation, http_status: Number(bytes.subarray(9, 12).toString('latin1')) });
    }
  }
  await writeFile(join(folder, 'index.json'), `${JSON.stringify(index, null, 1)}\n`);
  await transport.close?.();
  tap.close();
}

/** What a case wants, with what the server is known to give instead. */
function expectedOf(wanted: Step['wanted'], place: string, peer: ServerPeer): unknown {
  const failures = peer.knownFailures.flatMap(({ why, instead, places }) =>
    places
      .filter((known) => known === place || known.startsWith(`${place}.`))
      .map((known) => ({ why, instead, known })),
  );
  if ('fault' in wanted) {
    const { faultCode, faultString, faultActor, detail } = wanted.fault;
    const fault = { faultcode: faultCode, faultstring: faultString, faultactor: faultActor, detail };
    for (const { known, why, instead } of failures) {
      if (known === place) return { refuse: why };
      if (known !== `${place}.detail`) throw new Error(`no rule for ${known}`);
      fault.detail = instead(detail);
    }
    return { fault };
  }
  const output: unknown = structuredClone(wanted.output);
  for (const { known, why, instead } of failures) {
    if (known === place) return { refuse: why, or: peer.losesCarriageReturns ? withLineFeeds(output) : output };
    const path = known.slice(place.length).match(/[^.[\]]+/g) ?? [];
    const last = path.pop() ?? '';
    const holder = path.reduce((value, key) => (value as Record<string, unknown>)[key], output) as Record<
      string,
      unknown
    >;
    holder[last] = instead(holder[last]);
  }
  return output;
}

function withLineFeeds(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replace(/\\r(\\n)?/g, '\\n'));
}

/** Stands between client and server and keeps the bytes of the responses. */
async function tapOn(target: URL): Promise<{ url: string; bytes(): Buffer; forget(): void; close(): void }> {
  let pieces: Buffer[] = [];
  const server = createServer((socket) => {
    const upstream = connect(Number(target.port), target.hostname);
    upstream.on('data', (piece) => pieces.push(piece));
    socket.pipe(upstream).pipe(socket);
    for (const end of [socket, upstream]) end.on('error', () => end.destroy());
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}${target.pathname}`,
    bytes: () => Buffer.concat(pieces),
    forget: () => {
      pieces = [];
    },
    close: () => server.close(),
  };
}
