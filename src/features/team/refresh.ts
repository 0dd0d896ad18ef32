/** How often a visible card looks for news, in ms. */
export const REFRESH_MS = 15_000
