import { invalid } from '../../../options/check.js';

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const DAY_MINUTES = 24 * 60;
/** Longer ones are no timetables. */
const MAX_ENTRIES = 200;

/** A pace from a time of the week on. */
interface Entry {
  /** The minute of the week, from midnight before Sunday. */
  readonly minute: number;
  readonly perSecond: number;
}

/**
 * Reads a timetable of how many requests may begin in a second, for `maxPerSecond`: `08:00,20 22:00,200` is 20 from
 * eight in the morning on, and 200 from ten in the evening on, every day. `Mon-08:00,20` is for one day of the week,
 * and `off` in the place of a number lifts the limit. What stands last in the week holds until the first entry of the
 * next.
 *
 * Times are those of the clock on the wall where the program runs (`TZ`), as they are at the moment of each request: an
 * hour that a change of the clocks leaves out begins what stands in it at its end, and one that comes twice has it
 * twice.
 *
 * @param text - entries `time,number`, between spaces; a number alone holds always
 * @param now - the current time. Default: the system clock
 * @returns a function for `maxPerSecond` of a client, or of `rateLimit`
 * @throws ValidationError when the text is none
 *
 * @example
 * ```ts
 * import { SmsServiceClient } from 'sms-service-client';
 *
 * const night = new SmsServiceClient({ url, credentials, maxPerSecond: timetable('08:00,20 22:00,200') });
 * ```
 */
export function timetable(text: string, now: () => Date = () => new Date()): () => number {
  return timetableAt(text, 'timetable', now);
}

/** The same for the option of that path. @throws ValidationError that names it */
export function timetableAt(text: string, path: string, now: () => Date = () => new Date()): () => number {
  const words = typeof text === 'string' ? text.trim().split(/\s+/, MAX_ENTRIES + 1) : [];
  if (words.length > MAX_ENTRIES) invalid(path, `has more than ${MAX_ENTRIES} entries`);
  const [only = ''] = words;
  if (words.length === 1 && !only.includes(',')) {
    const perSecond = numberIn(only, path);
    return () => perSecond;
  }
  const entries = words.flatMap((word) => entriesOf(word, path)).sort((one, other) => one.minute - other.minute);
  for (const [index, { minute }] of entries.entries()) {
    if (entries[index + 1]?.minute === minute) invalid(path, 'has two entries for one time');
  }
  return () => {
    const date = now();
    const minute = date.getDay() * DAY_MINUTES + date.getHours() * 60 + date.getMinutes();
    const entry = entries.findLast((one) => one.minute <= minute) ?? entries.at(-1);
    return entry?.perSecond ?? Number.POSITIVE_INFINITY;
  };
}

/** An entry, once for each day that it holds on. */
function entriesOf(word: string, path: string): readonly Entry[] {
  const [, day, hours = '', minutes = '', number = ''] =
    /^(?:([A-Za-z]{3})-)?(\d{1,2}):(\d{2}),(\S+)$/.exec(word) ?? [];
  const time = Number(hours) * 60 + Number(minutes);
  if (number === '' || Number(minutes) > 59 || time >= DAY_MINUTES) return refuse(path);
  const perSecond = numberIn(number, path);
  const days = day === undefined ? DAYS.map((_, index) => index) : [dayOf(day, path)];
  return days.map((index) => ({ minute: index * DAY_MINUTES + time, perSecond }));
}

function dayOf(name: string, path: string): number {
  const index = DAYS.findIndex((day) => day.toLowerCase() === name.toLowerCase());
  return index < 0 ? refuse(path) : index;
}

function numberIn(text: string, path: string): number {
  if (text === 'off') return Number.POSITIVE_INFINITY;
  const number = /^\d{1,9}(?:\.\d{1,6})?$/.test(text) ? Number(text) : 0;
  return number > 0 ? number : refuse(path);
}

function refuse(path: string): never {
  return invalid(path, 'is neither a number above zero, nor like 08:00,20 22:00,200 or Mon-08:00,20 Sat-00:00,off');
}
