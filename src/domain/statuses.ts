/** The delivery statuses (docs/gateway-results.md section 3): neither HTTP statuses nor gateway codes. */
export const STATUSES = {
  NOT_FOUND: 401,
  EXPIRED: 402,
  SENT: 403,
  DELIVERED: 404,
  UNDELIVERED: 405,
  FAILED: 406,
  REJECTED: 407,
  UNKNOWN: 408,
  QUEUE: 409,
  ACCEPTED: 410,
  RENEWAL: 411,
  STOP: 412,
} as const;

/** The name of a delivery status (401–412). */
export type StatusName = keyof typeof STATUSES;

const NAMES: ReadonlyMap<number, StatusName> = new Map(
  Object.entries(STATUSES).map(([name, status]) => [status, name as StatusName]),
);

/** The name of a delivery status; `undefined` for one that is not known. */
export function statusName(status: number): StatusName | undefined {
  return NAMES.get(status);
}

/** The statuses after which no other one comes (docs/gateway-results.md section 3). */
const FINAL: ReadonlySet<number> = new Set([
  STATUSES.NOT_FOUND,
  STATUSES.EXPIRED,
  STATUSES.DELIVERED,
  STATUSES.UNDELIVERED,
  STATUSES.FAILED,
  STATUSES.REJECTED,
  STATUSES.UNKNOWN,
  STATUSES.STOP,
]);

export function isFinalStatus(status: number): boolean {
  return FINAL.has(status);
}

/** The number of a delivery status by its name, which some write QUEUED for QUEUE; `undefined` for one that is none. */
export function statusNumber(name: string): number | undefined {
  const key = name.toUpperCase();
  return Object.hasOwn(STATUSES, key) ? STATUSES[key as StatusName] : key === 'QUEUED' ? STATUSES.QUEUE : undefined;
}
