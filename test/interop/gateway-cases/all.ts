import { addressBook } from './address-book.js';
import type { GatewayScenario } from './gateway-scenario.js';
import { reading } from './reading.js';
import { refusals } from './refusals.js';
import { sending } from './sending.js';
import { sendingMulti } from './sending-multi.js';

/** The scenarios that every foreign client runs against the embedded gateway. */
export const gatewayScenarios: readonly GatewayScenario[] = [
  ...reading,
  ...addressBook,
  ...sending,
  ...sendingMulti,
  ...refusals,
];
