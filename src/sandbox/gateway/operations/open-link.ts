import type { AccountBook } from '../store/account-book.js';
import type { StoreEvents } from '../store/events.js';
import type { LinkVisitor, SentLink } from '../store/links.js';

/**
 * Opens a link that a message had, as its recipient does; following an opt-out link puts the recipient's number on the
 * opt-out list (specification section 3).
 *
 * @returns the link; `undefined` for one that was never sent, or is not valid any more
 */
export function openLink(
  suffix: string,
  visitor: LinkVisitor,
  accounts: AccountBook,
  events: StoreEvents,
  nowMs: number,
): SentLink | undefined {
  for (const account of accounts.all()) {
    const link = account.links.find(suffix, nowMs);
    if (link === undefined) continue;
    if (link.kind === 'opt-out') account.optOut(link.to);
    const isFirst = account.links.open(link);
    events.tell({ type: 'link-opened', username: account.username, link, atMs: nowMs, visitor, isFirst });
    return link;
  }
  return undefined;
}
