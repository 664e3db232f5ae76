import { CODES } from '../../../../domain/codes.js';
import { countMessageParts, MAX_TEXT_LENGTH } from '../../../../domain/sending/message-parts.js';
import { refuse } from '../../refusal/refusal.js';
import type { MessageLink } from '../../store/links.js';
import type { AuthorizedCall } from '../authorized-call.js';
import { contactValue } from './contact-tokens.js';
import { isWebAddress } from './moments.js';
import type { SendOrder } from './orders.js';
import type { Recipient } from './recipients.js';
import { type Piece, paramValue, type Template, templateOf, valuesOf } from './template.js';
import { binaryMeasured, type Measured, textMeasure, toSend, wantedParts } from './text-measure.js';

/** The text of one message, with the links in it. */
interface Written extends Measured {
  /** The parts that are charged. */
  readonly paidParts: number;
  readonly links: readonly MessageLink[];
}

/** Writes the texts of a send. */
export interface TextWriter {
  /** Tells whether each recipient gets shortened links of his own. */
  readonly hasShortLinks: boolean;
  /** As it was submitted, or the text of its template: with its placeholders. */
  readonly submittedText: string;
  /**
   * Writes the text for a recipient.
   *
   * @throws Refusal 11, 12 or 17 for a text that may not be sent, 19 when all of them together are too long
   */
  write(recipient: Recipient, discountCode: string | undefined): Written;
}

const NO_LINKS: readonly MessageLink[] = [];
const OPT_OUT_LINK = 'opt_out_link';
const DISCOUNT_CODE = 'kod';

/** The longest text with placeholders: as if each character of the longest text were one. */
const MAX_TEMPLATE = MAX_TEXT_LENGTH * '[%1%]'.length;

/** The most characters of all texts of a send that are made for one recipient each: twice 10,000 of the longest. */
const MAX_WRITTEN = 20_000 * MAX_TEXT_LENGTH;

/**
 * Makes what writes the texts of a send.
 *
 * A text with placeholders is measured before they are filled in (12): a few of them and a long value would make a text
 * that fills the memory. With `maxParts` its parts are counted then, too – or, by `maxPartsOf`, those of each text –;
 * the price is that of the text as it is sent, or, by `priceOf`, of the one before.
 *
 * @throws Refusal 104 for an unknown template, 11 without a text, 12, 25, 30 and 66 as far as the order alone decides,
 *   106 for a link whose target is no address of http or https
 */
export function textWriter(order: SendOrder, call: AuthorizedCall): TextWriter {
  if (order.binary) {
    const written = asItIs(binaryMeasured(order, call));
    return { hasShortLinks: false, submittedText: order.message, write: () => written };
  }
  const most = wantedParts(order, call);
  const text = plainText(order, call);
  const template = text.length > MAX_TEMPLATE ? refuse(CODES.tooManyParts) : templateOf(text);
  const targets = template.flatMap((piece) => (piece.kind === 'link' ? [piece.target] : []));
  if (!targets.every(isTarget)) refuse(CODES.linkNotAccepted);
  if (order.discountGroup !== undefined && !template.some(isDiscountCode)) refuse(CODES.noCodeInText);
  const { maxPartsOf, priceOf } = call.settings;
  const isFilledIn = maxPartsOf === 'text';
  const mostBefore = isFilledIn ? undefined : most;
  const isCounted = mostBefore !== undefined || priceOf === 'template';
  const before = isCounted ? partsBefore(template, order, call) : 0;
  if (mostBefore !== undefined && before > mostBefore) refuse(CODES.tooManyParts);

  const measured = textMeasure(order, call, isFilledIn ? most : undefined);
  let same: Written | undefined;
  if (template.every(({ kind }) => kind === 'text')) {
    const write: TextWriter['write'] = () => (same ??= asItIs(measured(text)));
    return { hasShortLinks: false, submittedText: text, write };
  }
  let written = 0;
  const write: TextWriter['write'] = (recipient, discountCode) => {
    const links: MessageLink[] = [];
    const values = valuesOf(template, (piece) => valueFor(piece, recipient, discountCode, links, call));
    if (values.reduce((length, value) => length + value.length, 0) > MAX_TEXT_LENGTH) refuse(CODES.tooManyParts);
    const one = measured(values.join(''));
    written += one.text.length;
    if (written > MAX_WRITTEN) refuse(CODES.tooManyMessages);
    return { ...one, paidParts: priceOf === 'template' ? before : one.parts, links };
  };
  return { hasShortLinks: targets.length > 0, submittedText: text, write };
}

/** A text without anything to fill in. */
function asItIs(measured: Measured): Written {
  return { ...measured, paidParts: measured.parts, links: NO_LINKS };
}

function plainText({ message, template }: SendOrder, { account }: AuthorizedCall): string {
  const text = template === undefined || template === '' ? message : account.template(template);
  return text === '' ? refuse(CODES.textNotAccepted) : text;
}

/** Tells whether a link may lead to a text: to an address, with its scheme or without. */
function isTarget(text: string): boolean {
  return !/\s/.test(text) && (isWebAddress(text) || isWebAddress(`https://${text}`));
}

function isDiscountCode(piece: Piece): boolean {
  return piece.kind === 'placeholder' && piece.name === DISCOUNT_CODE;
}

function isOptOutLink(piece: Piece): boolean {
  return piece.kind === 'placeholder' && piece.name === OPT_OUT_LINK;
}

/** Counts the parts with the links, which all have the same length, and without any other value. */
function partsBefore(template: Template, order: SendOrder, { settings }: AuthorizedCall): number {
  const link = `${settings.shortHost}/${settings.nextSuffix()}`;
  const values = valuesOf(template, (piece) => (piece.kind === 'link' || isOptOutLink(piece) ? link : undefined));
  return countMessageParts(toSend(values.join(''), order), { lineFeedSeptets: settings.lineFeedSeptets }).parts;
}

/** The value of a piece for a recipient; its link is added to those of the message. */
function valueFor(
  piece: Piece,
  { row, contact }: Recipient,
  discountCode: string | undefined,
  links: MessageLink[],
  { settings }: AuthorizedCall,
): string | undefined {
  if (piece.kind === 'link' || isOptOutLink(piece)) {
    const suffix = settings.nextSuffix();
    const link = piece.kind === 'link' ? ({ kind: 'target', target: piece.target } as const) : OPT_OUT;
    links.push({ suffix, ...link });
    return `${settings.shortHost}/${suffix}`;
  }
  if (piece.kind === 'text') return undefined;
  if (isDiscountCode(piece)) return discountCode;
  if (contact !== undefined) return contactValue(piece.name, contact, settings);
  return row === undefined ? undefined : paramValue(piece.name, row);
}

const OPT_OUT = { kind: 'opt-out', target: '' } as const;
