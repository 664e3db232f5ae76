import type { StatusName } from './types.js';

const STATUS_NAMES: ReadonlyMap<number, StatusName> = new Map([
  [401, 'NOT_FOUND'],
  [402, 'EXPIRED'],
  [403, 'SENT'],
  [404, 'DELIVERED'],
  [405, 'UNDELIVERED'],
  [406, 'FAILED'],
  [407, 'REJECTED'],
  [408, 'UNKNOWN'],
  [409, 'QUEUE'],
  [410, 'ACCEPTED'],
  [411, 'RENEWAL'],
  [412, 'STOP'],
]);

/** The name of a delivery status; `undefined` for one that is not known. */
export function statusName(status: number): StatusName | undefined {
  return STATUS_NAMES.get(status);
}
