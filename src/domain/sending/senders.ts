import type { InterfaceVariant } from './message-parts.js';

/** The sender name that every account has (specification section 1, current variant). */
const DEFAULT_SENDER = 'Test';

/** The sender name that every account has (specification section 1): of the current variant where none is known. */
export function defaultSender(variant: InterfaceVariant | undefined): string {
  return variant === 'earlier' ? 'Info' : DEFAULT_SENDER;
}

/** Not a name but a kind of message: recipients can reply to it (specification sections 1 and 4.1). */
export const TWO_WAY = '2way';

/** Not a name but a kind of message, of the earlier variant of the interface (specification sections 1 and 4.1). */
export const ECO = 'Eco';
