/** The service worker's URL, which must be the same in every version. */
export const WORKER_FILE = '/sw.js'

/** The message to a waiting worker when the user accepts the new version. */
export const TAKE_OVER = 'take-over'
