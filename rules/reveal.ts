/** Rule 16: of a frozen ranking, the reveal uncovers so many places one by one, from the last of them upwards; all below at once. */
export const REVEALED_SINGLY = 10
