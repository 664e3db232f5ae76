/** The minimum and maximum `xsd:int` (32 bits). */
export const MIN_INT = -2_147_483_648;
export const MAX_INT = 2_147_483_647;
