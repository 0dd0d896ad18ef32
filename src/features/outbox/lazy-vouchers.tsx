import { lazy, type ReactNode, Suspense } from 'react'
import { useOutbox } from '../../offline/page-outbox'
import type { KeptVouchersPanelProps } from './kept-vouchers'

const Panel = lazy(async () => ({ default: (await import('./kept-vouchers')).KeptVouchersPanel }))
const Row = lazy(async () => ({ default: (await import('./kept-vouchers')).VoucherRow }))

/** What this phone carries for the team of an account. Loads nothing where there is none. */
export function LazyVouchersPanel(props: KeptVouchersPanelProps) {
  const { copies } = useOutbox()
  return <Suspense>{copies.length > 0 && <Panel {...props} />}</Suspense>
}

/** What this phone carries for the team and the server has not recorded, in the row under the card's points; else what stands there. */
export function LazyVoucherRow({ userId, children }: { userId: string; children: ReactNode }) {
  const { copies } = useOutbox()
  return copies.length === 0 ? (
    children
  ) : (
    <Suspense fallback={children}>
      <Row userId={userId}>{children}</Row>
    </Suspense>
  )
}
