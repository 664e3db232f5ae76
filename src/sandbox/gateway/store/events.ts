import type { BulkSend, LinkVisitor, SentLink, StoredMessage } from './message.js';

export interface LookUp {
  readonly id: string;
  /** The number with its country prefix, digits only. */
  readonly number: string;
  readonly idx: string;
  readonly acceptedAtMs: number;
}

export type StoreEvent = { readonly username: string } & (
  | { readonly type: 'message-accepted' | 'message-deleted'; readonly message: StoredMessage }
  | { readonly type: 'bulk-accepted'; readonly bulk: BulkSend }
  | { readonly type: 'lookup-accepted'; readonly lookUp: LookUp }
  | { readonly type: 'link-clicked'; readonly link: SentLink; readonly atMs: number; readonly visitor: LinkVisitor }
);

export type StoreListener = (event: StoreEvent) => void;

export class StoreEvents {
  readonly #listeners = new Set<StoreListener>();

  listen(listener: StoreListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  emit(event: StoreEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
