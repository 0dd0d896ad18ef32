/**
 * Rule 16: number of places that a reveal uncovers one by one, from the lowest of them upwards; all
 * places below are uncovered at once.
 */
export const REVEALED_SINGLY = 10
