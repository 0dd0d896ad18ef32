/** What the page tells a waiting worker once a person wants the new version. */
export const TAKE_OVER = 'take-over'
