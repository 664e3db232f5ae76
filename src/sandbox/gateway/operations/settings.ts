import type { InterfaceVariant, LineFeedSeptets } from '../../../domain/sending/message-parts.js';
import type { OwnCodes } from '../refusal/own-codes.js';
import type { DeliveryStep } from '../store/records/delivery-step.js';
import type { MessageKind } from '../store/records/message.js';

/** The facts of a message by which its delivery is decided. */
export interface DeliveryFacts {
  /** The account that sends it. */
  readonly username: string;
  readonly kind: MessageKind;
  /** The recipient's number with its country prefix, digits only. */
  readonly to: string;
  readonly from: string;
  /** The text with its placeholders filled in. */
  readonly text: string;
  /** The caller's own value; empty where none was given. */
  readonly idx: string;
}

/** Points for one of each. */
interface Prices {
  /** A part of an SMS. */
  readonly part: number;
  readonly mms: number;
  /** A voice message. */
  readonly vms: number;
  /** A number that is looked up. */
  readonly lookUp: number;
}

/** Settings of the gateway itself, not of an account. */
export interface GatewaySettings {
  readonly now: () => Date;
  readonly nextId: () => string;
  /** Gives the statuses that a message will come to; `undefined` for those of every message. @throws UnusableOption */
  readonly stepsOf: (message: DeliveryFacts) => readonly DeliveryStep[] | undefined;
  /** Gives the suffix of each link, always of the same length. */
  readonly nextSuffix: () => string;
  /** The variant of the interface that it has; `undefined` for what both have together. */
  readonly variant: InterfaceVariant | undefined;
  readonly prices: Prices;
  readonly duplicateNumbers: 'keep' | 'refuse';
  /** The entries of a number that are deleted where a name is given with it. */
  readonly deletedEntries: 'named' | 'all';
  /** The numbers that the idx of a send belong to: as they were submitted, or as messages go out to them. */
  readonly idxOf: 'submitted' | 'sent';
  /** The idx that stays where a number comes again. */
  readonly repeatedIdx: 'first' | 'last';
  /** The text whose parts `maxParts` limits: before its placeholders are filled in, or after that. */
  readonly maxPartsOf: 'template' | 'text';
  /** The text whose parts are charged: as it is sent, or before its placeholders are filled in. */
  readonly priceOf: 'text' | 'template';
  /** The messages that code 19 counts: those with params, or those with an idx, too. */
  readonly personalisedBy: 'params' | 'idx';
  /** What stands in a text for the field that a contact lacks: nothing, or the placeholder. */
  readonly missingFields: 'empty' | 'kept';
  /** The longest text with `single`: one part, or 160 characters whatever they are. */
  readonly singleLength: 'part' | '160';
  /** The septets of a line feed, where the parts of a text are counted. */
  readonly lineFeedSeptets: LineFeedSeptets;
  /** Tells whether sends use up their idx, so that it is not accepted again. */
  readonly keepsIdx: boolean;
  /** What becomes of the idx of a send that is refused. */
  readonly refusedIdx: 'free' | 'used';
  /** The time after which an idx that was used is free again. */
  readonly idxMemoryMs: number;
  /** The ids of messages that are only tested. */
  readonly testIds: 'made' | 'empty';
  /** What becomes of the flags of a sub-user that an edit leaves out. */
  readonly leftOutFlags: 'zero' | 'kept';
  /** The passwords of sub-users: MD5 digests only, or any text. */
  readonly userPasswords: 'md5' | 'any';
  /** Tells whether code 53 comes with the numbers whose idx was used. */
  readonly listsUsedIdx: boolean;
  /** The codes for what no source names any for. */
  readonly codes: OwnCodes;
  /** The host of shortened links. */
  readonly shortHost: string;
  /** Tells whether every interface could show a text again; one that could not is refused instead of kept. */
  readonly canShow: (text: string) => boolean;
}
