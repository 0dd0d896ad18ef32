/** Polling interval of a visible card, in ms. */
export const REFRESH_MS = 15_000
