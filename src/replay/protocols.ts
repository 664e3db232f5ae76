import { callbackContract } from './callbacks/contract.js';
import { Contracts } from './contract/contracts.js';
import { httpContract } from './http/contract.js';
import { soapContract } from './soap/contract.js';

export const PROTOCOLS: Contracts = new Contracts([callbackContract, httpContract], soapContract);
