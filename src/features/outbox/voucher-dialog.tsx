import { useEffect, useState } from 'react'
import { voucherTexts } from '#texts/voucher'
import { pageOutbox } from '../../offline/page-outbox'
import { makeVouchers } from '../../offline/signing'
import { FullScreenCode } from '../../ui/qr-code'

interface VoucherDialogProps {
  readonly awardId: string
  readonly teamName: string
  readonly userId: string
  readonly onClose: () => void
}

/** The team's copy of an award as a QR code: full screen, bright, and the screen stays awake. */
export function VoucherDialog({ awardId, teamName, userId, onClose }: VoucherDialogProps) {
  /** Undefined while it is made; null if it cannot be. */
  const [code, setCode] = useState<string | null>()
  useEffect(() => {
    makeVouchers(userId, () => pageOutbox.handOut([awardId])).then(
      ([address]) => setCode(address ?? null),
      () => setCode(null),
    )
  }, [userId, awardId])
  return (
    <FullScreenCode title={teamName} code={code ?? undefined} dense label={voucherTexts.qrLabel(teamName)} onClose={onClose}>
      <p role="status" className="text-lg landscape:flex-1">
        {code === null ? voucherTexts.notReady : voucherTexts.hint}
      </p>
    </FullScreenCode>
  )
}
