import { ValidationError } from '../../../errors/errors.js';

/** Says that a function given as an option gave what is of no use. Its words are fit for a Fault. */
export class UnusableOption extends ValidationError {}
