import type { Profile } from '../gateway/store/account.js';
import type { LookUp } from '../gateway/store/records/look-up.js';
import { roundPoints } from '../gateway/store/records/points.js';
import { RecordedGroups } from './recorded-groups.js';
import { RecordedMessages } from './recorded-messages.js';
import { RecordedSenders } from './recorded-senders.js';
import { RecordedUsers } from './recorded-users.js';

/** The most points that the embedded gateway counts with. */
const MOST_POINTS = 900_000_000_000;

/** An account while the calls of a recording are played through: each tells something of it. */
export class RecordedAccount {
  readonly groups: RecordedGroups = new RecordedGroups();
  readonly messages: RecordedMessages = new RecordedMessages();
  readonly senders: RecordedSenders = new RecordedSenders();
  readonly users: RecordedUsers = new RecordedUsers();
  readonly lookUps: LookUp[] = [];
  /** `undefined` where it was not asked for. */
  profile: Profile | undefined;
  #points: number | undefined;

  /** `undefined` where they were not asked for. */
  get points(): number | undefined {
    return this.#points;
  }

  /** It was told how many there are. */
  pointsAre(points: number | null | undefined): void {
    this.#points = usable(points);
  }

  /** Points were spent. */
  charged(points: number): void {
    if (this.#points !== undefined) this.#points = usable(this.#points - points);
  }
}

function usable(points: number | null | undefined): number | undefined {
  return typeof points === 'number' && points >= 0 && points <= MOST_POINTS ? roundPoints(points) : undefined;
}
