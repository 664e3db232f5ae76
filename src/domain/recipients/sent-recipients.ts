import { internationalNumber, numberKey } from '../phone-number.js';
import { correctNumber } from './normalize-phone-number.js';

/**
 * What became of a submitted number:
 *
 * - `'accepted'`: a message goes to it.
 * - `'duplicate'`: it is that of a recipient before it, to whom the message goes once (section 4.1, rule 4).
 * - `'invalid'`: it is no number that the gateway sends to (rule 3), so that there is no message.
 * - `'skipped'`: it is a correct number, and the answer, which names its messages, has none for it: a foreign one where
 *   those are skipped, one on a list of the account's, one whose prefix the gateway does not know.
 * - `'rejected'`: its message was refused, as `message` says, and others of the send were not.
 * - `'unknown'`: the answer leaves it open. There may be a message.
 */
export type RecipientStatus = 'accepted' | 'duplicate' | 'invalid' | 'skipped' | 'rejected' | 'unknown';

/** A submitted number, and the result for it. */
export interface SentRecipient<M> {
  /** As it was given. */
  readonly submitted: string;
  /** The number with its country code, digits only. Absent if it is not a telephone number. */
  readonly number?: string;
  /** One of six: see `RecipientStatus`. */
  readonly status: RecipientStatus;
  /** Its message in `messages`; of a duplicate that of the first one. */
  readonly message?: M;
}

export interface ToldRecipient {
  readonly status: 'accepted' | 'rejected' | 'invalid' | 'unknown';
  readonly number?: string | null | undefined;
  readonly submittedNumber?: string | null | undefined;
}

/** The answer to a send, as far as it goes. */
export interface AnsweredSend<M> {
  readonly messages: readonly M[];
  readonly told: (message: M) => ToldRecipient;
  /** The number of messages that the gateway counted. */
  readonly count: number | null;
  /** Numbers that the answer lists as skipped, as they were submitted. */
  readonly skipped?: readonly string[] | undefined;
  readonly allowDuplicates?: boolean | undefined;
}

/** What became of one number, while it is found out. */
interface Found<M> {
  status: RecipientStatus;
  message?: M;
  number?: string | undefined;
}

/**
 * Assigns the messages of a response to the submitted numbers, by the rules of the gateway (specification section 4.1,
 * rules 3 to 5): invalid numbers are skipped, and a repeated number, in any spelling, gets one message.
 *
 * If the response contains numbers, they decide. If it contains none (section 2.2), or none of the submitted ones
 * (pseudonyms of a recording), the messages belong to the valid numbers in their order, provided that there are equally
 * many. Otherwise the result is unknown.
 */
export function sentRecipients<M>(submitted: readonly string[], answer: AnsweredSend<M>): readonly SentRecipient<M>[] {
  return found(submitted, answer).map(({ status, message, number }, index) => {
    const given = submitted[index] ?? '';
    const normal = number ?? correctNumber(given);
    return {
      submitted: given,
      ...(normal === undefined ? {} : { number: normal }),
      status,
      ...(message === undefined ? {} : { message }),
    };
  });
}

function found<M>(submitted: readonly string[], answer: AnsweredSend<M>): readonly Found<M>[] {
  const { messages, told } = answer;
  const [only] = messages;
  if (submitted.length === 0) return [];
  if (submitted.length === 1 && messages.length === 1 && only !== undefined) return [foundOf(only, told(only))];
  const places = placesByKey(submitted);
  const isNamed = messages.some((message) => keyOf(told(message), places) !== undefined);
  return isNamed ? byName(submitted, places, answer) : byOrder(submitted, places, answer);
}

function foundOf<M>(message: M, { status, number }: ToldRecipient): Found<M> {
  return { status, message, number: correctNumber(number ?? '') };
}

function nameOf({ submittedNumber, number }: ToldRecipient): string | undefined {
  return submittedNumber || number || undefined;
}

function keyOf({ submittedNumber, number }: ToldRecipient, places: Places): string | undefined {
  for (const name of [submittedNumber, number]) {
    // A recipient without a digit has an empty key, too.
    const key = name ? numberKey(name) : undefined;
    if (key !== undefined && places.has(key)) return key;
  }
  return undefined;
}

type Places = ReadonlyMap<string, readonly number[]>;

/** The places of the submitted numbers, those of one number together. */
function placesByKey(submitted: readonly string[]): Places {
  const places = new Map<string, number[]>();
  submitted.forEach((given, index) => {
    addTo(places, numberKey(given), index);
  });
  return places;
}

function addTo<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const there = lists.get(key);
  if (there === undefined) lists.set(key, [value]);
  else there.push(value);
}

function isCounted<M>({ count, messages, told }: AnsweredSend<M>): boolean {
  if (count === null || count === messages.length) return true;
  return count === messages.filter((message) => told(message).status === 'accepted').length;
}

function byName<M>(submitted: readonly string[], places: Places, answer: AnsweredSend<M>): readonly Found<M>[] {
  const messages = new Map<string, M[]>();
  let namesAll = isCounted(answer);
  for (const message of answer.messages) {
    const told = answer.told(message);
    const key = keyOf(told, places);
    if (key !== undefined) addTo(messages, key, message);
    // One that was refused without a number takes none from the others.
    else if (nameOf(told) !== undefined || told.status === 'accepted' || told.status === 'unknown') namesAll = false;
  }
  const skipped = new Set(answer.skipped);
  const all = submitted.map((given): Found<M> => {
    const isOut = namesAll || skipped.has(given);
    return { status: isOut ? withoutMessage(given) : 'unknown' };
  });
  for (const [key, own] of messages) assign(all, places.get(key) ?? [], own, answer);
  return all;
}

function withoutMessage(given: string): RecipientStatus {
  return correctNumber(given) === undefined ? 'invalid' : 'skipped';
}

/** Gives the messages of a number to its places: one to all of them, or one to each. */
function assign<M>(all: Found<M>[], places: readonly number[], messages: readonly M[], answer: AnsweredSend<M>): void {
  const isOnce = !answer.allowDuplicates && messages.length === 1;
  const [first] = messages;
  places.forEach((place, index) => {
    const message = isOnce ? first : messages[index];
    const own: Found<M> = message === undefined ? { status: 'unknown' } : foundOf(message, answer.told(message));
    const isRepeated = isOnce && index > 0 && own.status === 'accepted';
    all[place] = isRepeated ? { ...own, status: 'duplicate' } : own;
  });
}

function byOrder<M>(submitted: readonly string[], places: Places, answer: AnsweredSend<M>): readonly Found<M>[] {
  const { messages, allowDuplicates = false } = answer;
  const byKey = [...places].filter(([key]) => internationalNumber(key) !== undefined).map(([, all]) => all);
  const single = byKey.flat().sort((one, other) => one - other);
  const isOnce = !allowDuplicates && messages.length === byKey.length;
  if (!isCounted(answer) || !(isOnce || messages.length === single.length)) {
    return submitted.map(() => ({ status: 'unknown' }));
  }
  const all = submitted.map((): Found<M> => ({ status: 'invalid' }));
  const each = isOnce ? byKey : single.map((place) => [place]);
  messages.forEach((message, index) => {
    assign(all, each[index] ?? [], [message], isOnce ? answer : { ...answer, allowDuplicates: true });
  });
  return all;
}
