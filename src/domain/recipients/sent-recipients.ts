import { correctNumber, internationalNumber, numberKey } from '../phone-number.js';

/**
 * The result for a submitted number:
 *
 * - `'accepted'`: a message is sent to it.
 * - `'duplicate'`: an earlier recipient has the same number and gets the message (section 4.1, rule 4).
 * - `'invalid'`: the gateway does not send to this number (rule 3); there is no message.
 * - `'skipped'`: the number is correct, but the response contains no message for it, for example because it is foreign,
 * blocked, or has an unknown prefix.
 * - `'rejected'`: the gateway refused this message, but not all messages of the send.
 * - `'unknown'`: the response does not show it. There may be a message.
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

export interface RecipientResult {
  readonly status: 'accepted' | 'rejected' | 'invalid' | 'unknown';
  readonly number?: string | null | undefined;
  readonly submittedNumber?: string | null | undefined;
}

export interface AnsweredSend<M> {
  readonly messages: readonly M[];
  readonly resultOf: (message: M) => RecipientResult;
  readonly count: number | null;
  readonly skipped?: readonly string[] | undefined;
  readonly allowDuplicates?: boolean | undefined;
}

/** What became of one number, while it is found out. */
interface Assigned<M> {
  status: RecipientStatus;
  message?: M;
  number?: string | undefined;
}

/**
 * Assigns the messages of a response to the submitted numbers (specification section 4.1, rules 3 to 5). Numbers in the
 * response decide. If it contains none of the submitted ones (section 2.2, or pseudonyms of a recording), the messages
 * belong to the valid numbers in their order if there are equally many; otherwise the result is unknown.
 */
export function sentRecipients<M>(submitted: readonly string[], answer: AnsweredSend<M>): readonly SentRecipient<M>[] {
  return assignAll(submitted, answer).map(({ status, message, number }, index) => {
    const text = submitted[index] ?? '';
    const normal = number ?? correctNumber(text);
    // One literal is much faster than spreading optional properties.
    if (normal !== undefined && message !== undefined) return { submitted: text, number: normal, status, message };
    return {
      submitted: text,
      ...(normal === undefined ? {} : { number: normal }),
      status,
      ...(message === undefined ? {} : { message }),
    };
  });
}

function assignAll<M>(submitted: readonly string[], answer: AnsweredSend<M>): readonly Assigned<M>[] {
  const { messages, resultOf } = answer;
  const [only] = messages;
  if (submitted.length === 0) return [];
  if (submitted.length === 1 && messages.length === 1 && only !== undefined) return [assignedTo(only, resultOf(only))];
  const inOrder = assignInOrder(submitted, answer);
  if (inOrder !== undefined) return inOrder;
  const places = placesByKey(submitted);
  const isNamed = messages.some((message) => keyOf(resultOf(message), places) !== undefined);
  return isNamed ? byName(submitted, places, answer) : byOrder(submitted, places, answer);
}

/** The messages of a response that names each submitted number once, in their order; `undefined` for others. */
function assignInOrder<M>(
  submitted: readonly string[],
  { messages, resultOf }: AnsweredSend<M>,
): readonly Assigned<M>[] | undefined {
  if (messages.length !== submitted.length) return undefined;
  const all: Assigned<M>[] = [];
  for (let index = 0; index < messages.length; index++) {
    const message = messages[index] as M;
    const result = resultOf(message);
    const name = nameOf(result);
    const expected = submitted[index] as string;
    if (name === undefined || (name !== expected && numberKey(name) !== numberKey(expected))) return undefined;
    all.push(assignedTo(message, result));
  }
  return all;
}

function assignedTo<M>(message: M, { status, number }: RecipientResult): Assigned<M> {
  return { status, message, number: correctNumber(number ?? '') };
}

function nameOf({ submittedNumber, number }: RecipientResult): string | undefined {
  return submittedNumber || number || undefined;
}

function keyOf({ submittedNumber, number }: RecipientResult, places: Places): string | undefined {
  for (const name of [submittedNumber, number]) {
    // A recipient without a digit has an empty key, too.
    const key = name ? numberKey(name) : undefined;
    if (key !== undefined && places.has(key)) return key;
  }
  return undefined;
}

type Places = ReadonlyMap<string, readonly number[]>;

function placesByKey(submitted: readonly string[]): Places {
  const places = new Map<string, number[]>();
  submitted.forEach((text, index) => {
    addTo(places, numberKey(text), index);
  });
  return places;
}

function addTo<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const existing = lists.get(key);
  if (existing === undefined) lists.set(key, [value]);
  else existing.push(value);
}

function isCounted<M>({ count, messages, resultOf }: AnsweredSend<M>): boolean {
  if (count === null || count === messages.length) return true;
  return count === messages.filter((message) => resultOf(message).status === 'accepted').length;
}

function byName<M>(submitted: readonly string[], places: Places, answer: AnsweredSend<M>): readonly Assigned<M>[] {
  const messages = new Map<string, M[]>();
  let namesAll = isCounted(answer);
  for (const message of answer.messages) {
    const result = answer.resultOf(message);
    const key = keyOf(result, places);
    if (key !== undefined) addTo(messages, key, message);
    // One that was refused without a number takes none from the others.
    else if (nameOf(result) !== undefined || result.status === 'accepted' || result.status === 'unknown')
      namesAll = false;
  }
  const skipped = new Set(answer.skipped);
  const all = submitted.map((text): Assigned<M> => {
    const isOut = namesAll || skipped.has(text);
    return { status: isOut ? withoutMessage(text) : 'unknown' };
  });
  for (const [key, own] of messages) assign(all, places.get(key) ?? [], own, answer);
  return all;
}

function withoutMessage(text: string): RecipientStatus {
  return correctNumber(text) === undefined ? 'invalid' : 'skipped';
}

/** Gives the messages of a number to its places: one to all of them, or one to each. */
function assign<M>(
  all: Assigned<M>[],
  places: readonly number[],
  messages: readonly M[],
  answer: AnsweredSend<M>,
): void {
  const isOnce = !answer.allowDuplicates && messages.length === 1;
  const [first] = messages;
  places.forEach((place, index) => {
    const message = isOnce ? first : messages[index];
    const own: Assigned<M> =
      message === undefined ? { status: 'unknown' } : assignedTo(message, answer.resultOf(message));
    const isRepeated = isOnce && index > 0 && own.status === 'accepted';
    all[place] = isRepeated ? { ...own, status: 'duplicate' } : own;
  });
}

function byOrder<M>(submitted: readonly string[], places: Places, answer: AnsweredSend<M>): readonly Assigned<M>[] {
  const { messages, allowDuplicates = false } = answer;
  const byKey = [...places].filter(([key]) => internationalNumber(key) !== undefined).map(([, all]) => all);
  const single = byKey.flat().sort((one, other) => one - other);
  const isOnce = !allowDuplicates && messages.length === byKey.length;
  if (!isCounted(answer) || !(isOnce || messages.length === single.length)) {
    return submitted.map(() => ({ status: 'unknown' }));
  }
  const all = submitted.map((): Assigned<M> => ({ status: 'invalid' }));
  const each = isOnce ? byKey : single.map((place) => [place]);
  messages.forEach((message, index) => {
    assign(all, each[index] ?? [], [message], isOnce ? answer : { ...answer, allowDuplicates: true });
  });
  return all;
}
