import { addressBook } from './address-book.js';
import { everyOperation } from './every-operation.js';
import { reading } from './reading.js';
import { refusals } from './refusals.js';
import type { Scenario } from './scenario.js';
import { sending } from './sending.js';
import { sendingMulti } from './sending-multi.js';
import { thousands } from './thousand.js';
import { whiteSpace } from './white-space.js';

/** The scenarios that run against every foreign server. */
export const scenarios: readonly Scenario[] = [
  ...reading,
  ...addressBook,
  ...sending,
  ...sendingMulti,
  ...whiteSpace,
  ...refusals,
  ...everyOperation,
  ...thousands,
];
