import { statusFacts } from '../../../src/callbacks/description/events.js';
import type { CallbackEvent, CallbackKind } from '../../../src/callbacks/index.js';
import type { Random } from '../../fuzz/random.js';

/** The moments of a round begin here, in unix seconds. */
const START = 1_790_000_000;
const TEXTS = [
  'Zażółć',
  '💥',
  '&=%',
  '+',
  '%2C',
  ';',
  '"',
  "'",
  '\\',
  'null',
  '0',
  'a b',
  '__proto__',
  '\u202e',
  '<b>',
];
const NAMES = ['x-new', '__proto__', 'constructor', 'file[0].name', "'file[0].base64", 'a.b', 'x[y]', 'then'] as const;
const STATUSES = ['401', '402', '403', '404', '405', '409'] as const;

/** What is drawn for the events of a round: no two calls tell of the same thing. */
export class Draw {
  readonly random: Random;
  #serial = 0;

  constructor(random: Random) {
    this.random = random;
  }

  serial(): string {
    this.#serial += 1;
    return String(this.#serial);
  }

  number(): string {
    return `485${String(this.random.below(100_000_000)).padStart(8, '0')}`;
  }

  text(): string {
    const pieces = Array.from({ length: 1 + this.random.below(4) }, () => this.random.pick(TEXTS) ?? '');
    return `t${pieces.join('')}`;
  }

  moment(): Date {
    return new Date((START + this.random.below(100_000)) * 1000);
  }

  sometimes<T>(value: T): T | null {
    return this.random.chance(0.7) ? value : null;
  }
}

/**
 * Makes all reports of one message: its statuses, at growing moments.
 *
 * @param isSigned - with an idx and a recipient, as signed addresses have them
 */
export function reportsOf(draw: Draw, isSigned: boolean, mark: string = ''): readonly CallbackEvent[] {
  const { random } = draw;
  const type = random.pick(['sms-report', 'mms-report', 'vms-report'] as const);
  const messageId = `${mark}${draw.serial()}`;
  const common = {
    messageId,
    idx: isSigned ? `i${messageId.toLowerCase()}` : draw.sometimes(`i${messageId.toLowerCase()}`),
    username: draw.sometimes('shopowner'),
    to: isSigned ? draw.number() : draw.sometimes(draw.number()),
  };
  const sms = { points: 0.16, from: draw.sometimes('Shop'), mcc: '260', mnc: '01' };
  const more = type === 'sms-report' ? sms : type === 'vms-report' ? { pressed: '5', durationSeconds: 12 } : {};
  const count = random.pick([1, 1, 2, 3] as const);
  const last = random.pick(['404', '405'] as const);
  return Array.from({ length: count }, (_, at) => {
    const status = at === count - 1 ? last : (STATUSES[random.below(3)] as string);
    const doneAt = new Date((START + Number(messageId.replace(/\D/g, '')) * 10 + at) * 1000);
    const name = type === 'sms-report' ? { statusName: 'X' } : {};
    const record = { ...common, ...more, ...name, status, doneAt };
    return { type, ...record, ...statusFacts(record), unknownFields: {} } as unknown as CallbackEvent;
  });
}

const OTHER_KINDS = ['bulk-started', 'link-click', 'incoming-sms', 'incoming-mms', 'hlr-result'] as const;

/** Makes one event of another kind. */
export function otherEvent(draw: Draw, mark: string = ''): CallbackEvent {
  const { random } = draw;
  const serial = `${mark}${draw.serial()}`;
  const type: CallbackKind = random.pick(OTHER_KINDS);
  const unknownFields = random.chance(0.3)
    ? Object.fromEntries([[random.pick(NAMES), random.pick([draw.text(), ''] as const)]])
    : {};
  const username = draw.sometimes('shopowner');
  const at = draw.sometimes(draw.moment());
  switch (type) {
    case 'bulk-started': {
      const bulk = { messageType: 'SMS', all: random.below(1000), points: 0.5, origin: 'csv', info: null };
      return { type, ...bulk, text: `${serial} ${draw.text()}`, unknownFields };
    }
    case 'link-click': {
      const told = { device: draw.text(), operatingSystem: null, browser: draw.text(), ip: '192.0.2.1' };
      return {
        type,
        messageId: serial,
        to: draw.number(),
        clickedAt: at,
        ...told,
        username,
        suffix: 'x',
        unknownFields,
      };
    }
    case 'incoming-sms': {
      const messageId = random.chance(0.5) ? serial : null;
      const text = `${serial} ${draw.text()}`;
      return { type, from: draw.number(), to: draw.number(), text, receivedAt: at, username, messageId, unknownFields };
    }
    case 'hlr-result': {
      const network = { mcc: '260', mnc: '02', info: draw.text(), status: 'OK', checkedAt: at };
      const moved = { ported: random.chance(0.5), portedFrom: draw.sometimes('26001'), idx: null };
      return { type, lookupId: serial, number: draw.number(), ...network, ...moved, unknownFields };
    }
    default: {
      const files = Array.from({ length: random.below(3) }, (_, index) => {
        const bytes = Buffer.from(Array.from({ length: random.below(3000) }, () => random.below(256)));
        return { name: `${index}-zdjęcie.png`, type: 'image/png', size: bytes.length, bytes };
      });
      const subject = `${serial} ${draw.text()}`;
      return { type, from: draw.number(), to: draw.number(), subject, receivedAt: at, files, unknownFields };
    }
  }
}
