/**
 * The drift of the contract: what a gateway answers today, held against what this package was made from.
 *
 * @module
 */

export { checkContract } from './check-contract.js';
export type { CheckContractOptions } from './check-options.js';
export type { ContractFinding, ContractReport, NotChecked } from './interface-check.js';
