import { CODES } from '../../../domain/codes.js';
import { isHex, MAX_PARAMS } from '../../../domain/sending/limits.js';
import {
  countMessageParts,
  type InterfaceVariant,
  MAX_PARTS,
  MAX_TEXT_LENGTH,
} from '../../../domain/sending/message-parts.js';
import { tokens } from '../../../domain/sending/tokens.js';
import type { AuthorizedCall } from '../call.js';
import type { Contact, ContactField } from '../store/groups.js';
import type { MessageLink } from '../store/message.js';
import { refuse } from '../store/refusal.js';
import type { ParamRow, SendOrder } from './orders.js';
import type { Recipient } from './recipients.js';
import { isWebAddress } from './schedule.js';

interface Written extends Measured {
  readonly links: readonly MessageLink[];
}

export interface TextWriter {
  readonly hasShortLinks: boolean;
  readonly submittedText: string;
  /**
   * Creates the text for a recipient.
   *
   * @throws Refusal 11, 12 or 17 for an invalid text, 19 if all texts together are too long
   */
  write(recipient: Recipient, discountCode: string | undefined): Written;
}

export const SHORT_HOST = 'short.test';
const NO_LINKS: readonly MessageLink[] = [];
const OPT_OUT_LINK = 'opt_out_link';
const DISCOUNT_CODE = 'kod';

/** The maximum length of a text with placeholders: each character of the longest text may come from a placeholder. */
const MAX_TEMPLATE = MAX_TEXT_LENGTH * '[%1%]'.length;

const MAX_WRITTEN = 20_000 * MAX_TEXT_LENGTH;

/**
 * Creates the text writer of a send.
 *
 * A text with placeholders is measured before they are filled in (12). Otherwise a few placeholders and a long value
 * could exhaust the memory. `maxParts` limits the parts before filling in; the price counts the parts after it.
 *
 * @throws Refusal 104 for an unknown template, 11 without a text, 106 for a link whose target is not an http or https
 *   address, and 12, 25, 30 and 66 if they do not depend on a recipient
 */
export function textWriter(order: SendOrder, call: AuthorizedCall): TextWriter {
  if (order.binary) {
    const written = { ...binaryMeasured(order, call), links: NO_LINKS };
    return { hasShortLinks: false, submittedText: order.message, write: () => written };
  }
  const most = wantedParts(order, call);
  const text = plainText(order, call);
  const template = text.length > MAX_TEMPLATE ? refuse(CODES.tooManyParts) : templateOf(text);
  const targets = template.flatMap((piece) => (piece.kind === 'link' ? [piece.target] : []));
  if (!targets.every(isTarget)) refuse(CODES.linkNotAccepted);
  if (order.discountGroup !== undefined && !template.some(isDiscountCode)) refuse(CODES.noCodeInText);
  if (most !== undefined && partsBefore(template, order, call) > most) refuse(CODES.tooManyParts);

  const measured = textMeasure(order, call);
  let same: Written | undefined;
  if (template.every(({ kind }) => kind === 'text')) {
    const write: TextWriter['write'] = () => (same ??= { ...measured(text), links: NO_LINKS });
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
    return { ...one, links };
  };
  return { hasShortLinks: targets.length > 0, submittedText: text, write };
}

function plainText({ message, template }: SendOrder, { account }: AuthorizedCall): string {
  const text = template === undefined || template === '' ? message : account.template(template);
  return text === '' ? refuse(CODES.textNotAccepted) : text;
}

function isTarget(text: string): boolean {
  return !/\s/.test(text) && (isWebAddress(text) || isWebAddress(`https://${text}`));
}

function isDiscountCode(piece: Piece): boolean {
  return piece.kind === 'placeholder' && piece.name === DISCOUNT_CODE;
}

function isOptOutLink(piece: Piece): boolean {
  return piece.kind === 'placeholder' && piece.name === OPT_OUT_LINK;
}

function partsBefore(template: Template, order: SendOrder, { settings }: AuthorizedCall): number {
  const link = `${SHORT_HOST}/${settings.nextSuffix()}`;
  const values = valuesOf(template, (piece) => (piece.kind === 'link' || isOptOutLink(piece) ? link : undefined));
  return countMessageParts(toSend(values.join(''), order), { lineFeedSeptets: settings.lineFeedSeptets }).parts;
}

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
    return `${SHORT_HOST}/${suffix}`;
  }
  if (piece.kind === 'text') return undefined;
  if (isDiscountCode(piece)) return discountCode;
  if (contact !== undefined) return contactValue(piece.name, contact, settings.variant);
  return row === undefined ? undefined : paramValue(piece.name, row);
}

const OPT_OUT = { kind: 'opt-out', target: '' } as const;

export type Piece =
  | { readonly kind: 'text'; readonly source: string }
  | { readonly kind: 'placeholder'; readonly source: string; readonly name: string }
  | { readonly kind: 'link'; readonly source: string; readonly target: string };

export type Template = readonly Piece[];

const END = '%]';

/** The start of a link (the only placeholder with a colon after its name), or a complete placeholder. */
const LINK_OR_PLACEHOLDER = /\[%(?:[\w-]+(:)|([^%\]]+)%\])/g;

/** Splits a text into pieces (specification section 4.1, rules 6 to 8). */
export function templateOf(text: string): Template {
  const pieces: Piece[] = [];
  const lastEnd = text.lastIndexOf(END);
  let copied = 0;
  for (const { 0: found, 1: colon, 2: name, index } of text.matchAll(LINK_OR_PLACEHOLDER)) {
    const start = index + found.length;
    // A placeholder inside the target of a link is part of the target, which may contain any character, also `%` and
    // `]`.
    if (index < copied || (colon !== undefined && start > lastEnd)) continue;
    if (index > copied) pieces.push({ kind: 'text', source: text.slice(copied, index) });
    copied = name === undefined ? text.indexOf(END, start) + END.length : start;
    const source = text.slice(index, copied);
    pieces.push(
      name === undefined
        ? { kind: 'link', source, target: text.slice(start, copied - END.length) }
        : { kind: 'placeholder', source, name },
    );
  }
  if (copied < text.length || pieces.length === 0) pieces.push({ kind: 'text', source: text.slice(copied) });
  return pieces;
}

/** Returns the value of a piece; `undefined` to leave it unchanged. */
export type ValueOf = (piece: Piece) => string | undefined;

export function valuesOf(template: Template, valueOf: ValueOf): readonly string[] {
  return template.map((piece) => valueOf(piece) ?? piece.source);
}

const PARAM = new RegExp(`^[1-${MAX_PARAMS}]$`);

export function paramValue(name: string, row: ParamRow): string | undefined {
  if (!PARAM.test(name)) return undefined;
  const value = row[Number(name) - 1];
  return value === null ? '' : value;
}

export function fillIn(text: string, row: ParamRow): string {
  return valuesOf(templateOf(text), (piece) =>
    piece.kind === 'placeholder' ? paramValue(piece.name, row) : undefined,
  ).join('');
}

const FIELDS: readonly ContactField[] = [
  ...(['firstName', 'firstNameVocative', 'lastName', 'country', 'info'] as const),
  ...(['email', 'device', 'city', 'browser', 'operatingSystem'] as const),
];

/** The field of each token, by its variant and its text (specification section 4.1, rule 6). */
const TOKEN_FIELDS: ReadonlyMap<string, ContactField> = new Map(
  (['current', 'earlier'] as const).flatMap((variant) =>
    FIELDS.map((field) => [`${variant} ${tokens[field].render({ variant })}`, field] as const),
  ),
);

const CUSTOM = 'kontakt.';

/** Returns the value of a contact field, empty if the contact has none; `undefined` for an unknown field. */
export function contactValue(
  name: string,
  { fields }: Contact,
  variant: InterfaceVariant | undefined,
): string | undefined {
  const fieldIn = (each: InterfaceVariant): ContactField | undefined => TOKEN_FIELDS.get(`${each} [%${name}%]`);
  const field = variant === undefined ? (fieldIn('current') ?? fieldIn('earlier')) : fieldIn(variant);
  if (field !== undefined) return fields?.[field] ?? '';
  if (!name.startsWith(CUSTOM)) return undefined;
  const custom = name.slice(CUSTOM.length);
  return fields?.custom !== undefined && Object.hasOwn(fields.custom, custom) ? fields.custom[custom] : '';
}

interface Measured {
  readonly text: string;
  readonly parts: number;
}

const MAX_SINGLE_LENGTH = 160;

function mostParts({ settings }: AuthorizedCall): number {
  return MAX_PARTS[settings.variant ?? 'current'];
}

/**
 * Returns the maximum number of parts that the order or the account sets.
 *
 * @throws Refusal 12 if the order sets more than the interface allows
 */
function wantedParts({ maxParts }: SendOrder, call: AuthorizedCall): number | undefined {
  if (maxParts === undefined) return call.account.settings.maxParts;
  return maxParts >= 1 && maxParts <= mostParts(call) ? maxParts : refuse(CODES.tooManyParts);
}

function toSend(text: string, { normalize }: SendOrder): string {
  return normalize ? normalizedText(text) : text;
}

function textMeasure(order: SendOrder, call: AuthorizedCall): (text: string) => Measured {
  const { noUnicode, single, flash } = order;
  const { canShow, singleLength, lineFeedSeptets } = call.settings;
  return (filledIn) => {
    if (filledIn === '') refuse(CODES.textNotAccepted);
    if (filledIn.length > MAX_TEXT_LENGTH) refuse(CODES.tooManyParts);
    const text = toSend(filledIn, order);
    // A stored text that cannot be shown would break every later history.
    if (!canShow(text)) refuse(CODES.textNotAccepted);
    const { encoding, parts } = countMessageParts(text, { lineFeedSeptets });
    if (noUnicode && encoding === 'ucs2') refuse(CODES.textNotAccepted);
    if (flash && encoding === 'ucs2') refuse(CODES.flashWithSpecial);
    const isTooLong = singleLength === 'part' ? parts > 1 : text.length > MAX_SINGLE_LENGTH;
    if (parts > mostParts(call) || (single && isTooLong)) refuse(CODES.tooManyParts);
    return { text, parts };
  };
}

/** The size of a part in bytes, including the UDH (GSM 03.40). */
const PART_BYTES = 140;

/**
 * Measures a binary message. Every part contains its UDH. Placeholders are not replaced.
 *
 * @throws Refusal 25 with `normalize`, 30 if text or UDH is not hexadecimal, 12 if it is too long
 */
function binaryMeasured(order: SendOrder, call: AuthorizedCall): Measured {
  const { message, udh = '', single, normalize } = order;
  if (normalize) refuse(CODES.normalizeWithBinary);
  if (!isHex(message) || !isHex(udh)) refuse(CODES.notHexadecimal);
  const room = PART_BYTES - udh.length / 2;
  if (room <= 0) refuse(CODES.notHexadecimal);
  const parts = Math.ceil(message.length / 2 / room);
  const most = single ? 1 : (wantedParts(order, call) ?? mostParts(call));
  return parts > most ? refuse(CODES.tooManyParts) : { text: message, parts };
}

/** Replacements for special characters that are not letters with diacritics (docs/gateway-http.md section 4.1). */
const REPLACED: ReadonlyMap<string, string> = new Map([
  ['ł', 'l'],
  ['Ł', 'L'],
  ['đ', 'd'],
  ['Đ', 'D'],
  ['„', '"'],
  ['”', '"'],
  ['“', '"'],
  ['’', "'"],
  ['‘', "'"],
  ['–', '-'],
  ['—', '-'],
  ['…', '...'],
  ['\u00a0', ' '],
]);

const MARKS = /\p{M}/gu;

const isSpecial = (text: string): boolean => countMessageParts(text).encoding === 'ucs2';

function normalizedText(text: string): string {
  if (!isSpecial(text)) return text;
  return Array.from(text, (character) => {
    if (!isSpecial(character)) return character;
    return REPLACED.get(character) ?? (character.normalize('NFD').replace(MARKS, '') || character);
  }).join('');
}
