import { text } from '../../domain/check-values.js';
import { type OptionsOf, optional, readOptions } from '../../options/table.js';
import type { LinkVisitor } from '../gateway/store/links.js';

const FACT = optional(text);

const VISITOR = {
  /** As in `iPhone`. Default: none. */
  device: FACT,
  /** As in `iOS`. Default: none. */
  operatingSystem: FACT,
  /** As in `Safari`. Default: none. */
  browser: FACT,
  /** The address that the link is opened from. Default: none. */
  ip: FACT,
};

/** The one who opens a short link. */
export interface Visitor extends OptionsOf<typeof VISITOR> {}

/** Reads a visitor. @throws ValidationError */
export function visitorOf(given: Visitor): LinkVisitor {
  const {
    device = null,
    operatingSystem = null,
    browser = null,
    ip = null,
  } = readOptions(given, VISITOR, {
    what: 'the visitor',
  });
  return { device, operatingSystem, browser, ip };
}
