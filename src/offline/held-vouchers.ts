import { createObservable } from '#lib/observable'
import { VOUCHERS_DATABASE } from './strict-store'

/** True if this device may hold vouchers. Most never do, and load nothing of the code for them. */
export const holdsVouchers = createObservable(false)

let looked = false
/** Looks once whether there is a database of them; where the browser cannot tell, there may be. */
export function lookForVouchers(): void {
  if (looked) return
  looked = true
  const find = async () => (await indexedDB.databases()).some(({ name }) => name === VOUCHERS_DATABASE)
  find().then(
    (found) => found && holdsVouchers.set(true),
    () => holdsVouchers.set(true),
  )
}
