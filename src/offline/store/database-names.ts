/** IndexedDB databases of this device. Apart from the code that opens them, so that their existence can be checked without it. */
export const OUTBOX_DATABASE = 'geek-outbox'
export const SCANS_DATABASE = 'geek-scans'
export const VOUCHERS_DATABASE = 'geek-vouchers'
export const LAST_SEEN_DATABASE = 'geek-last-seen'
