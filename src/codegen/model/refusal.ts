export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Says that the generator will not go on: what it met, where, and why that is not supported.
 * Its message reads `FILE:LINE:COL: construct: why`.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly place: Place;
  readonly construct: string;

  /**
   * @param place - the position of the construct
   * @param construct - its usual name, such as `xsd:choice`
   * @param why - the problem, in one clause
   */
  constructor(place: Place, construct: string, why: string) {
    super(`${place.file}:${place.line}:${place.column}: ${construct}: ${why}`);
    this.place = place;
    this.construct = construct;
  }
}
