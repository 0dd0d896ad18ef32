import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import type { User } from '#contract/entities'
import { holdsVouchers, lookForVouchers } from '../../offline/held-vouchers'

const Panel = lazy(async () => ({ default: (await import('./kept-vouchers')).KeptVouchersPanel }))
const Replay = lazy(async () => ({ default: (await import('./kept-vouchers')).VoucherReplay }))

function useHoldsVouchers(): boolean {
  useEffect(lookForVouchers, [])
  return useSyncExternalStore(holdsVouchers.subscribe, holdsVouchers.get, () => false)
}

/** What this phone carries for the team of an account, or for whoever signs in (null). Loads nothing where there is none. */
export function LazyVouchersPanel({ userId }: { userId: string | null }) {
  const holds = useHoldsVouchers()
  return <Suspense>{holds && <Panel userId={userId} />}</Suspense>
}

/** Delivers what a player's phone carries, on every screen. */
export function LazyVoucherReplay({ user }: { user: User }) {
  const holds = useHoldsVouchers() && user.vendor_id === null
  return <Suspense>{holds && <Replay userId={user.id} />}</Suspense>
}
