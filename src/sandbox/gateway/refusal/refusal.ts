import { descriptionOf, type RefusalCode } from './descriptions.js';

/** A number that a send was not made to. */
export interface RejectedNumber {
  /** With its country prefix, digits only; as far as it has digits where it is no correct number. */
  readonly number: string;
  /** The number as it was submitted. */
  readonly submittedNumber: string;
  /** The reason, as the code of a send to this number alone. */
  readonly code: RefusalCode;
  /** The reason in words. */
  readonly message: string;
}

/** Ends an operation with a code other than 0. Nothing has been changed when it is thrown. */
export class Refusal extends Error {
  override readonly name: string = 'Refusal';
  readonly result: RefusalCode;
  /** The numbers that codes 13 and 53 list (specification section 7). */
  readonly numbers: readonly RejectedNumber[];

  constructor(result: RefusalCode, numbers: readonly RejectedNumber[] = []) {
    super(descriptionOf(result));
    this.result = result;
    this.numbers = numbers;
  }
}

/** Refuses: for places that need a value. @throws Refusal always */
export function refuse(result: RefusalCode, numbers?: readonly RejectedNumber[]): never {
  throw new Refusal(result, numbers);
}
