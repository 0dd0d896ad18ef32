/** The message to a waiting worker when the user accepts the new version. */
export const TAKE_OVER = 'take-over'
