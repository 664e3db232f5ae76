import type { ReportEvent } from '../../../src/callbacks/index.js';
import { signedNotifyUrl } from '../../../src/domain/sending/notify-url.js';
import type { Random } from '../../fuzz/random.js';
import { type Draw, otherEvent, reportsOf } from './made-events.js';
import { GATEWAY, NOTIFY_KEY, type RoundSettings, SECRET } from './round-settings.js';
import { drawMethod, type Events, type Sending } from './wire.js';

const ORIGIN = 'http://shop.test';
const OWN_PATH = '/cb';

const isReport = (events: Events): events is Events & readonly [ReportEvent] => events[0].type.endsWith('-report');

interface Address {
  readonly path: string;
  readonly query: string;
}

const partsOf = (url: string): Address => ({ path: new URL(url).pathname, query: new URL(url).search.slice(1) });

function ownAddress({ secret }: RoundSettings, value: string = SECRET): Address {
  if (secret === 'path') return { path: `${OWN_PATH}/${encodeURIComponent(value)}`, query: '' };
  return { path: OWN_PATH, query: secret === 'query' ? `key=${encodeURIComponent(value)}` : '' };
}

interface Signing {
  readonly idx: string | null;
  readonly to: string | null;
  readonly key?: string;
  readonly expiresAt?: Date;
  readonly place?: 'query' | 'path';
}

function signed({ path, query }: Address, random: Random, signing: Signing): Address {
  const { idx, to, key = NOTIFY_KEY, expiresAt, place = random.pick(['query', 'path'] as const) } = signing;
  const until = expiresAt ?? new Date(Date.now() + 3_600_000);
  const url = `${ORIGIN}${path}${query === '' ? '' : `?${query}`}`;
  return partsOf(signedNotifyUrl(url, { key, idx: idx ?? 'x', to: to ?? '48500100200', expiresAt: until, place }));
}

/** Sends a call as the gateway does. */
export function honest(settings: RoundSettings, random: Random, events: Events): Sending {
  let address = ownAddress(settings);
  if (settings.signs && isReport(events)) address = signed(address, random, events[0]);
  const headers = settings.isBehindProxy ? [`x-forwarded-for: 203.0.113.5, ${GATEWAY}`] : [];
  const method = drawMethod(random, events);
  return { ...address, headers, method, isChunked: method === 'POST' && random.chance(0.2) };
}

/** A call that nobody may be able to make. */
export interface Forged {
  readonly how: string;
  readonly events: Events;
  readonly sending: Sending;
}

/** Makes a call that the handler has to refuse; `undefined` where it lets everybody in. */
export function forged(settings: RoundSettings, draw: Draw): Forged | undefined {
  const { random } = draw;
  const reports = reportsOf(draw, true, 'E').slice(0, 1) as unknown as readonly [ReportEvent];
  const [report] = reports;
  const other: Events = [otherEvent(draw, 'E')];
  const address = ownAddress(settings);
  const make = (how: string, events: Events, at: Address, headers?: readonly string[]): Forged => {
    const { headers: own, ...sending } = honest({ ...settings, signs: false }, random, events);
    return { how, events, sending: { ...sending, ...at, headers: headers ?? own } };
  };
  const sign = (more: Partial<Signing> = {}): Address => signed(address, random, { ...report, ...more });
  const ways: Forged[] = [];
  // Signed reports need no secret.
  const taken: Events = settings.signs ? other : random.pick([reports, other] as const);
  if (settings.secret !== 'none') {
    ways.push(make('without the secret', taken, { path: OWN_PATH, query: '' }));
    for (const wrong of ['', 'x', SECRET.toUpperCase(), `${SECRET} `, SECRET.slice(1), `${SECRET}%00`]) {
      ways.push(make('with a wrong secret', taken, ownAddress(settings, wrong)));
    }
  }
  if (settings.secret === 'query') {
    ways.push(make('with the secret twice', taken, { path: OWN_PATH, query: `key=${SECRET}&key=${SECRET}` }));
    ways.push(make('with the secret beside another', taken, { path: OWN_PATH, query: `key=x&key=${SECRET}` }));
    ways.push(make('with the secret in the path', taken, { path: `${OWN_PATH}/${SECRET}`, query: '' }));
  }
  if (settings.secret === 'path') {
    ways.push(make('with the secret in the query', taken, { path: OWN_PATH, query: `key=${SECRET}` }));
    ways.push(make('behind the secret', taken, { path: `${OWN_PATH}/${SECRET}/x`, query: '' }));
    ways.push(make('with an escaped slash', taken, { path: `${OWN_PATH}%2F${SECRET}`, query: '' }));
  }
  if (settings.signs) {
    ways.push(make('without a signature', reports, address));
    ways.push(make('signed for another idx', reports, sign({ idx: 'other' })));
    ways.push(make('signed for another number', reports, sign({ to: '48500100201' })));
    ways.push(make('signed with another key', reports, sign({ key: 'some other key of somebody' })));
    ways.push(make('signed until yesterday', reports, sign({ expiresAt: new Date(Date.now() - 86_400_000) })));
    const [inQuery, inPath] = [sign({ place: 'query' }), sign({ place: 'path' })];
    ways.push(make('signed twice', reports, { ...inQuery, query: `${inQuery.query}&${inQuery.query}` }));
    ways.push(make('signed in both places', reports, { path: inPath.path, query: inQuery.query }));
    if (settings.secret !== 'none') {
      const bare = signed({ path: OWN_PATH, query: '' }, random, report);
      ways.push(make('of another kind, with a signature', other, bare));
    }
  }
  if (settings.isBehindProxy) {
    const at = settings.signs ? sign() : address;
    for (const named of [`${GATEWAY}, 203.0.113.9`, '203.0.113.9', `${GATEWAY}:80`, `"${GATEWAY}"`, '127.0.0.1', '']) {
      ways.push(make('from another address', reports, at, [`x-forwarded-for: ${named}`]));
    }
    ways.push(make('from no address', reports, at, []));
    ways.push(make('by another header', reports, at, [`forwarded: for=${GATEWAY}`, `x-real-ip: ${GATEWAY}`]));
  }
  return random.pick(ways);
}
