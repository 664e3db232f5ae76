import type { Gateway } from '../gateway/gateway.js';
import type { StoreEvent } from '../gateway/store/events.js';
import type { StoredMessage } from '../gateway/store/records/message.js';
import type { NetworkOf } from '../options/delivery-options.js';
import { bulkStartedOf, clickOf, lookupResultOf, reportOf } from './callback-events.js';
import type { CallbackSender } from './sender.js';
import type { Target, Targets } from './targets.js';

/** How long lookups take, and what they find. */
interface LookupSettings {
  readonly lookupMs: number;
  readonly networkOf: NetworkOf;
}

/** Has told to programs what happens in the store of the gateway from now on. */
export function tellPrograms(
  { events }: Gateway,
  targets: Targets,
  sender: CallbackSender,
  { lookupMs, networkOf }: LookupSettings,
): void {
  const deleted = new WeakSet<StoredMessage>();
  const reportsTo = (username: string, { notifyUrl }: StoredMessage): Target | undefined =>
    notifyUrl === undefined ? targets.ofAccount(username, 'reports') : targets.ofSend(notifyUrl);
  const tell = (event: StoreEvent): void => {
    const { username } = event;
    switch (event.type) {
      case 'message-accepted':
      case 'message-scheduled':
        return sender.wake();
      case 'message-deleted':
        deleted.add(event.message);
        return;
      case 'message-status': {
        const target = reportsTo(username, event.message);
        const kind = `${event.message.kind}-report` as const;
        if (target === undefined) return;
        return sender.add({ kind, username, target, make: () => reportOf(event, networkOf) }, event.atMs);
      }
      case 'bulk-accepted': {
        const target = targets.ofAccount(username, 'bulk');
        const make = () => bulkStartedOf(event, (message) => deleted.has(message));
        if (target === undefined) return;
        return sender.add({ kind: 'bulk-started', username, target, make }, event.bulk.sendAtMs);
      }
      case 'link-opened': {
        const target = targets.ofAccount(username, 'clicks');
        if (target === undefined || !event.isFirst || event.link.kind !== 'target') return;
        return sender.add({ kind: 'link-click', username, target, make: () => clickOf(event) }, event.atMs);
      }
      case 'lookup-accepted': {
        const target = targets.ofAccount(username, 'hlr');
        const atMs = event.lookUp.acceptedAtMs + lookupMs;
        const make = () => lookupResultOf(event, atMs, networkOf);
        if (target === undefined) return;
        return sender.add({ kind: 'hlr-result', username, target, make }, atMs);
      }
    }
  };
  events.listen(tell, (username, message) => reportsTo(username, message) !== undefined);
}
