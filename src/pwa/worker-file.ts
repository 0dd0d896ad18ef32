/** The service worker's URL, which must be the same in every version. */
export const WORKER_FILE = '/sw.js'
