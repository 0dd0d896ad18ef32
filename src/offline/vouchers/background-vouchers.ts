import type { Queue } from '../queue/sender'
import { VOUCHERS_DATABASE } from '../store/database-names'
import { createStrictStore } from '../store/strict-store'
import { createVoucherQueue } from './kept-vouchers'

/** The vouchers of this phone as the service worker delivers them. */
export const backgroundVouchers: Queue = createVoucherQueue(createStrictStore(VOUCHERS_DATABASE, 'vouchers'))
