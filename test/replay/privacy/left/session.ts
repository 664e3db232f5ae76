import { readFileSync, rmSync } from 'node:fs';
import { type CassettePrivacy, cassette } from '../../../../src/replay/index.js';
import {
  answering,
  HTTP_ANSWERED,
  HTTP_ASKED,
  httpRequest,
  type Own,
  type PlaceKind,
  question,
  SOAP_ANSWERED,
  SOAP_ASKED,
  soapRequest,
} from './calls.js';
import type { Random } from './random.js';
import { holdsNumber, holdsText, readingsOf } from './search.js';
import { type Kind, made, type Value, written } from './values.js';

/** The values of each recorded call. */
export type Session = readonly (readonly Value[])[];

/** The calls to record, and the privacy of the cassette. */
export interface Given {
  readonly random: Random;
  readonly calls: number;
  readonly kinds: readonly Kind[];
  readonly privacy: CassettePrivacy;
}

type Place = readonly [PlaceKind, string, unknown];

/** One call with its values. */
class Call {
  readonly #random: Random;
  readonly #kinds: readonly Kind[];
  readonly own: Own;
  readonly values: Value[];
  readonly isSoap: boolean;

  constructor({ random, kinds }: Given) {
    this.#random = random;
    this.#kinds = kinds;
    this.own = {
      username: made(random, 'secret'),
      password: made(random, 'secret'),
      key: made(random, 'secret'),
      session: made(random, 'secret'),
      recipient: made(random, 'number'),
    };
    const { recipient, ...secrets } = this.own;
    this.values = Object.entries(secrets).map(([place, value]) => ({ kind: 'secret', value, place, form: 'own' }));
    this.values.push({ kind: 'number', value: recipient, place: 'recipient', form: 'own' });
    this.isSoap = random.below(2) === 0;
  }

  /** Puts a random value into a random position. */
  put<P extends Place>(places: readonly P[], isOwn: boolean): readonly [P, string] {
    const kind = this.#random.of(this.#kinds);
    const fitting = places.filter(
      ([of]) => kind === 'secret' || kind === 'number' || of === kind || (of === 'any' && !isOwn),
    );
    const place = this.#random.of(fitting);
    const { username, password, key, session } = this.own;
    // A user name remains in the texts of its request.
    const secrets = [password, key, session, ...(this.isSoap && !isOwn ? [username] : [])];
    const value = kind === 'secret' ? this.#random.of(secrets) : made(this.#random, kind);
    const { text, ...rest } = written(this.#random, kind, value);
    // Commas separate recipients.
    if (place[1] === 'to' && !this.isSoap && text.includes(',')) return this.put(places, isOwn);
    this.values.push({ ...rest, place: `${isOwn ? 'request' : 'response'}, ${place[1]}` });
    const around = kind === 'name' || kind === 'text' ? 0 : this.#random.below(3);
    return [place, around === 0 ? text : around === 1 ? `see ${text}.` : `<${text}>`];
  }
}

/** Records calls that contain values. */
export async function recordSession(file: string, given: Given): Promise<Session> {
  rmSync(file, { force: true });
  const { random, calls, privacy } = given;
  let answer: Parameters<typeof answering>[0] | undefined;
  let ms = 1_700_000_000_000;
  const now = (): Date => new Date((ms += 1000));
  const tape = cassette(file, { transport: answering(() => answer?.() as never), privacy, mode: 'record', now }, {});
  const session: Value[][] = [];
  for (let count = 0; count < calls; count++) {
    const call = new Call(given);
    const { own } = call;
    const label = `call ${count}`;
    if (call.isSoap && random.below(2) === 0) {
      const [[, , ask], value] = call.put(SOAP_ASKED, true);
      answer = () => [own, ['', 'text/xml']];
      await tape.send({ ...soapRequest(ask(value, own), own), label });
    } else if (call.isSoap) {
      const [[, , make], value] = call.put(SOAP_ANSWERED, false);
      answer = () => [own, make(value)];
      await tape.send({ ...soapRequest(question(own), own), label });
    } else {
      const [[, , name], asked] = call.put(HTTP_ASKED, true);
      const [[, , make], value] = call.put(HTTP_ANSWERED, false);
      answer = () => [own, make(value)];
      await tape.send({ ...httpRequest({ [name]: asked }, own), label });
    }
    session.push(call.values);
  }
  await tape.close();
  return session;
}

/** Returns position and form of the private values that a cassette contains. */
export function leftIn(file: string, session: Session, kinds: readonly Kind[]): readonly string[] {
  const texts = textsOf(readFileSync(file, 'utf8'));
  if (texts.length !== session.length) throw new Error(`${texts.length} recordings of ${session.length} calls`);
  return session.flatMap((values, index) => {
    const readings = readingsOf(texts[index] ?? '');
    return values
      .filter(({ kind }) => kinds.includes(kind))
      .filter(({ kind, value }) => (kind === 'number' ? holdsNumber(readings, value) : holdsText(readings, value)))
      .map(({ kind, place, form }) => `${kind} in ${place}: ${form}`);
  });
}

/** All names and values of each recording, by time. */
function textsOf(text: string): readonly string[] {
  const { log } = JSON.parse(text) as {
    log: { entries: { startedDateTime: string; request: object; response: object }[] };
  };
  return [...log.entries]
    .sort((one, other) => Date.parse(one.startedDateTime) - Date.parse(other.startedDateTime))
    .map(({ request, response }) => stringsOf([request, response]).join('\n \u2029 zz \n'));
}

function stringsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.entries(value).flatMap(([name, part]) => [name, ...stringsOf(part)]);
}
