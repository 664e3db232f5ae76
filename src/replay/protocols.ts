import { callbackContract } from './callbacks/contract.js';
import { Contracts } from './contract/contracts.js';
import { httpContract } from './http/contract.js';
import { soapContract } from './soap/contract.js';

/** The protocols of the gateway that can be recorded and replayed. */
export const PROTOCOLS: Contracts = new Contracts([callbackContract, httpContract], soapContract);
