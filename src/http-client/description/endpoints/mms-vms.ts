import type { Answer, Endpoint } from '../parts/endpoint.js';
import { file, flag, text, wholeNumber } from '../parts/kinds.js';
import { SEND_ANSWER, type SendRecords } from './send-answer.js';
import { COMMON, IDX, RECIPIENTS } from './sms.js';

/** The parameters of an MMS (section 4.2). */
export const MMS_PARAMETERS = {
  ...RECIPIENTS,
  /** The subject. */
  subject: text('subject', { section: '4.2', isText: true, limits: ['30 characters (26)'] }),
  /** The body in SMIL 1.0, for example the result of `smil`. */
  smil: text('smil', { section: '4.2', isText: true }),
  ...COMMON,
  ...IDX,
};

/** Sends an MMS. */
export const SEND_MMS: Endpoint<typeof MMS_PARAMETERS, Answer<SendRecords>> = {
  path: 'mms.do',
  method: 'POST',
  section: '4.2',
  variants: ['current', 'earlier'],
  title: 'Sends a multimedia message',
  isRead: false,
  parameters: MMS_PARAMETERS,
  answer: SEND_ANSWER,
};

/** The parameters of a voice message (section 4.3). */
export const VMS_PARAMETERS = {
  ...RECIPIENTS,
  /** The text to speak. */
  tts: text('tts', { section: '4.3', excludes: ['file'], isText: true }),
  /** A wave file: its address, or an upload, which is streamed. */
  file: file('file', { section: '4.3', excludes: ['tts'] }),
  ...COMMON,
  ...IDX,
  /** The maximum number of calls. */
  try: wholeNumber('try', { section: '4.3', limits: ['1 to 6'] }),
  /** Seconds before an unanswered call is repeated. */
  interval: wholeNumber('interval', { section: '4.3', limits: ['300 to 7,200'] }),
  /** Calls landline numbers only. */
  skipGsm: flag('skip_gsm', { section: '4.3' }),
};

/** Sends a voice message. */
export const SEND_VMS: Endpoint<typeof VMS_PARAMETERS, Answer<SendRecords>> = {
  path: 'vms.do',
  method: 'POST',
  section: '4.3',
  variants: ['current', 'earlier'],
  title: 'Calls and speaks a text, or plays a file',
  isRead: false,
  parameters: VMS_PARAMETERS,
  answer: SEND_ANSWER,
};
