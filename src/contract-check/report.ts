/** A way in which a gateway's answers are not what the contract says. */
export interface ContractFinding {
  /** The interface that it was seen on. */
  readonly interface: 'soap' | 'http';
  /** The operation and the field in it: `soap_GetGroups arGroups[].info`, `profile points`, `WSDL Group.info`. */
  readonly place: string;
  /** The difference, in words; no value of the account. */
  readonly what: string;
  /**
   * By section 9 of the specification: what is new is an addition; what is gone, has another type or has to be given
   * from now on breaks programs. A value that the contract does not know, of an open list, is an addition.
   */
  readonly kind: 'additive' | 'breaking';
}

/** Something that was not held against the contract. */
export interface NotChecked {
  /** The operation or the document: `soap_AddNumber`, `WSDL`. */
  readonly place: string;
  readonly why: string;
}

/** The result of {@link checkContract}. */
export interface ContractReport {
  /** All that differs, breaking changes first. */
  readonly findings: readonly ContractFinding[];
  /** The operations and documents that were held against the contract. */
  readonly checked: readonly string[];
  /** All others, and why. */
  readonly skipped: readonly NotChecked[];
  /** True where any of the findings is breaking. */
  readonly isBreaking: boolean;
}
