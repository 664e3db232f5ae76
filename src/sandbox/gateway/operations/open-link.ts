import type { AccountBook } from '../store/account-book.js';
import type { StoreEvents } from '../store/events.js';
import type { SentLink } from '../store/links.js';

/**
 * Opens a link that a message had, as its recipient does; following an opt-out link puts the recipient's number on the
 * opt-out list (specification section 3).
 *
 * @returns the link; `undefined` for one that was never sent, or is not valid any more
 */
export function openLink(
  suffix: string,
  accounts: AccountBook,
  events: StoreEvents,
  nowMs: number,
): SentLink | undefined {
  for (const account of accounts.all()) {
    const link = account.links.find(suffix, nowMs);
    if (link === undefined) continue;
    if (link.kind === 'opt-out') account.optOut(link.to);
    events.tell({ type: 'link-opened', username: account.username, link, atMs: nowMs });
    return link;
  }
  return undefined;
}
