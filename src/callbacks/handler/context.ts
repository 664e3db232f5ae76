import type { ReadCallback } from '../reading/arrived.js';
import type { CallbackStore } from '../stores/store.js';
import type { HandlerValues } from './handler-options.js';
import type { ActiveTasks } from './running/active-tasks.js';
import type { Ending } from './running/deadline.js';
import type { CallbackReporter } from './running/notices.js';
import type { Program } from './running/on-event.js';

export interface HandlerContext<Transaction> extends Omit<HandlerValues, 'store'> {
  readonly store: CallbackStore<Transaction>;
  readonly program: Program<Transaction>;
  readonly reporter: CallbackReporter;
  readonly tasks: ActiveTasks;
  readonly ending: Ending;
}

export type ReadEvents = Extract<ReadCallback, { readonly kind: 'events' }>;
