/**
 * Compares a gateway with the contract of this package.
 *
 * @module
 */

export { checkContract } from './check-contract.js';
export type { CheckContractOptions } from './check-options.js';
export type { ContractFinding, ContractReport, NotChecked } from './interface-check.js';
