/** The service worker's address, which must be the same for every version. */
export const WORKER_FILE = '/sw.js'
