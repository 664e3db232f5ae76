import type { InterfaceVariant, LineFeedSeptets } from '../../domain/sending/message-parts.js';
import { isBareId } from '../../domain/sending/sent-messages.js';
import { ValidationError } from '../../errors/errors.js';
import type { Account, Scope } from './store/account.js';
import type { DeliveryStep, MessageKind } from './store/message.js';
import type { AccountBook } from './store/sub-user-account.js';

export interface DeliveryFacts {
  /** The sending account. */
  readonly username: string;
  readonly kind: MessageKind;
  /** The recipient's number with its country prefix, digits only. */
  readonly to: string;
  readonly from: string;
  /** The text with its placeholders filled in. */
  readonly text: string;
  /** The caller's own value, or empty. */
  readonly idx: string;
}

export interface GatewaySettings {
  readonly now: () => Date;
  readonly nextId: () => string;
  readonly nextSuffix: () => string;
  readonly variant: InterfaceVariant | undefined;
  readonly pricePerPart: number;
  readonly pricePerMms: number;
  readonly pricePerVms: number;
  readonly pricePerLookup: number;
  /** Returns the statuses of a message; `undefined` for the default. @throws UnusableOption */
  readonly deliveryScript: (message: DeliveryFacts) => readonly DeliveryStep[] | undefined;
  readonly duplicateNumbers: 'keep' | 'refuse';
  readonly deletedEntries: 'named' | 'all';
  readonly singleLength: 'part' | '160';
  readonly lineFeedSeptets: LineFeedSeptets;
  readonly usedIdxHours: number;
  readonly testIds: 'made' | 'empty';
  readonly listsUsedIdx: boolean;
  /**
   * Returns true if every interface can show a text. Other texts are refused because they would break every later list.
   */
  readonly canShow: (text: string) => boolean;
}

export interface AuthorizedCall {
  readonly account: Account;
  readonly settings: GatewaySettings;
  readonly accounts: AccountBook;
  readonly scopes: readonly Scope[] | undefined;
  readonly operation: string;
  readonly address: string;
  /** The time of the call, in milliseconds since 1970. */
  readonly nowMs: number;
}

/** Thrown if a function of the options returns an invalid value. Its message may be sent to callers. */
export class UnusableOption extends ValidationError {}

/**
 * @throws {@link UnusableOption} if the option `nextId` returns an invalid or existing id
 */
export function nextMessageId({ nextId }: GatewaySettings, exists: (id: string) => boolean): string {
  const id: unknown = nextId();
  if (typeof id !== 'string' || !isBareId(id)) {
    throw new UnusableOption(
      'nextId',
      "must return 1 to 32 letters, digits, '-' and '_', with at least one digit from 1 to 9",
    );
  }
  if (exists(id)) throw new UnusableOption('nextId', 'returned the id of an existing message');
  return id;
}
