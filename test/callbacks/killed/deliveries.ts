import type { CallbackEvent } from '../../../src/callbacks/index.js';

/** The time of the first report of each message, in unix seconds. Each further report is a second later. */
const START = 1_790_000_000;

/** The reports of a call, each `<message>.<place>`: the status of a message changes from place to place. */
export type Delivery = readonly string[];

const partsOf = (name: string): readonly [message: string, place: number] => {
  const [message = '', place] = name.split('.');
  return [message, Number(place)];
};

/** Returns the name of the event of a report. */
export function nameOf(event: CallbackEvent): string {
  if (event.type !== 'sms-report') throw new Error(`nobody has sent a ${event.type}`);
  return `${event.messageId}.${(event.doneAt?.getTime() ?? 0) / 1000 - START}`;
}

/** Delivers a call as the gateway does. @returns whether the answer is exactly `OK` */
export async function deliver(port: number, names: Delivery): Promise<boolean> {
  const parts = names.map(partsOf);
  const body = new URLSearchParams({
    MsgId: parts.map(([message]) => message).join(),
    status: parts.map(([, place]) => String(410 - (place % 4))).join(),
    status_name: 'SENT',
    donedate: parts.map(([, place]) => String(START + place)).join(),
    to: '48500100200',
  });
  try {
    const response = await fetch(`http://127.0.0.1:${port}/callback?key=opensesame`, { method: 'POST', body });
    return (await response.text()) === 'OK' && response.status === 200;
  } catch {
    return false;
  }
}
