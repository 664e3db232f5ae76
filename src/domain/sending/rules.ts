import { checkBoolean, checkSwitch, invalid } from '../../options/check.js';
import { type Option, type OptionValues, readOptions, withDefault } from '../../options/table.js';
import type { InterfaceVariant } from './message-parts.js';

/** The switch of one rule: on, unless it is switched off. */
export const RULE: Option<boolean, boolean> = withDefault(true, checkBoolean);

type RuleTable<R> = { readonly [K in keyof R]: typeof RULE };

/** The rules of a send that both clients check before sending; each can be switched off. */
export const SEND_RULES = {
  /** `from` has at most 11 characters (section 8; gateway code 14). */
  senderLength: RULE,
  /** `idx` has at most 255 characters, digits and letters a–z (sections 4.1 and 8; gateway code 27). */
  idx: RULE,
  /** `date` is at most 3 months ahead (section 8; gateway code 50). */
  scheduleHorizon: RULE,
  /**
   * `message` needs at most the parts that the variant allows, 10 or 6 (section 8; gateway code 12). Placeholders are
   * not counted: a text is refused if the rest is already too long.
   */
  messageLength: RULE,
  /**
   * With `noUnicode`, `message` has no character outside GSM 03.38, and neither have the `params` that it uses
   * (section 4.1; gateway code 11).
   */
  noUnicode: RULE,
  /** `datacoding` is `'bin'`, the only one that is known (section 4.1): anything else would be sent as plain text. */
  datacoding: RULE,
  /** With `datacoding: 'bin'`, `message` and `udh` are hex strings (section 4.1; gateway code 30). */
  binaryHex: RULE,
  /** With `datacoding: 'bin'` there is a `udh` (section 4.1; gateway code 30). */
  binaryUdh: RULE,
  /** Per-recipient `params` and `idx` are as many as the recipients (section 4.1 rule 5; gateway code 18). */
  perRecipientCount: RULE,
  /** At most 4 `params` for a recipient (section 8; gateway code 18). */
  paramCount: RULE,
  /** At most 100 personalised messages in a call (section 8; gateway code 19). */
  personalisedLimit: RULE,
  /**
   * At most 100 recipients in a call for a message with a shortened link (sections 4.1 rule 7 and 8; gateway code 19).
   */
  shortLinkLimit: RULE,
};

/** The rules that are checked before sending and can be switched off one by one. */
export interface ValidationRules extends OptionValues<typeof SEND_RULES> {}

/**
 * Creates the option that selects the rules of a table: all (`true`, default), none (`false`), or all but the disabled
 * ones.
 */
export function ruleOption<R extends object>(table: RuleTable<R>): Option<boolean | Partial<R>, R> {
  const all = readOptions({}, table) as R;
  const none = Object.fromEntries(Object.keys(table).map((name) => [name, false])) as R;
  return {
    read: (validation, path) => {
      if (validation === undefined) return all;
      const input = checkSwitch(validation, path);
      if (typeof input === 'boolean') return input ? all : none;
      return readOptions(input, table, { path }) as R;
    },
  };
}

export interface RuleContext {
  readonly operation: string;
  readonly rules: ValidationRules;
  readonly now: () => Date;
  /** The variant of the interface, which determines the limits; `undefined` for the wider limits. */
  readonly variant: InterfaceVariant | undefined;
}

/** Refuses a field because of a rule. The message names the section of the specification and the gateway code. */
export function breaks(
  operation: string,
  path: string,
  reason: string,
  section: string,
  gatewayCode: number | undefined,
): never {
  const code = gatewayCode === undefined ? '' : `; gateway code ${gatewayCode}`;
  return invalid(path, `${reason} (${section}${code})`, { operation, gatewayCode });
}
