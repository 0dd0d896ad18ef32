import { lazy, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react'
import type { User } from '#contract/entities'
import { holdsVouchers, lookForVouchers } from '../../offline/held-vouchers'
import type { KeptVouchersPanelProps } from './kept-vouchers'

const Panel = lazy(async () => ({ default: (await import('./kept-vouchers')).KeptVouchersPanel }))
const Row = lazy(async () => ({ default: (await import('./kept-vouchers')).VoucherRow }))
const Replay = lazy(async () => ({ default: (await import('./kept-vouchers')).VoucherReplay }))

function useHoldsVouchers(): boolean {
  useEffect(lookForVouchers, [])
  return useSyncExternalStore(holdsVouchers.subscribe, holdsVouchers.get, () => false)
}

/** What this phone carries for the team of an account, or for whoever signs in (null). Loads nothing where there is none. */
export function LazyVouchersPanel(props: KeptVouchersPanelProps) {
  const holds = useHoldsVouchers()
  return <Suspense>{holds && <Panel {...props} />}</Suspense>
}

/** Delivers what a player's phone carries, on every screen. */
export function LazyVoucherReplay({ user }: { user: User }) {
  const holds = useHoldsVouchers() && user.vendor_id === null
  return <Suspense>{holds && <Replay userId={user.id} />}</Suspense>
}

/** What this phone carries for the team and the server has not recorded, in the row under the card's points; else what stands there. */
export function LazyVoucherRow({ userId, children }: { userId: string; children: ReactNode }) {
  const holds = useHoldsVouchers()
  return holds ? (
    <Suspense fallback={children}>
      <Row userId={userId}>{children}</Row>
    </Suspense>
  ) : (
    children
  )
}
