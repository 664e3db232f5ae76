const STATUS_NAMES = {
  401: 'NOT_FOUND',
  402: 'EXPIRED',
  403: 'SENT',
  404: 'DELIVERED',
  405: 'UNDELIVERED',
  406: 'FAILED',
  407: 'REJECTED',
  408: 'UNKNOWN',
  409: 'QUEUE',
  410: 'ACCEPTED',
  411: 'RENEWAL',
  412: 'STOP',
} as const;

/** The name of a delivery status (401–412). */
export type StatusName = (typeof STATUS_NAMES)[keyof typeof STATUS_NAMES];

/** The name of a delivery status; `undefined` for one that is not known. */
export function statusName(status: number): StatusName | undefined {
  return Object.hasOwn(STATUS_NAMES, status) ? STATUS_NAMES[status as keyof typeof STATUS_NAMES] : undefined;
}
