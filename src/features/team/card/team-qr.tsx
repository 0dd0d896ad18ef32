import { Maximize2 } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { teamTexts } from '#texts/team'
import { publicOrigin } from '../../../api/queries'
import { FullScreenCode } from '../../../ui/full-screen-code'
import { QrCode } from '../../../ui/qr-code'

interface TeamQrProps {
  teamId: string
  teamName: string
}

/** The team's QR code; a tap shows it full screen, bright, and keeps the screen awake. */
export function TeamQr({ teamId, teamName }: TeamQrProps) {
  const [open, setOpen] = useState(false)
  const origin = useSyncExternalStore(publicOrigin.subscribe, publicOrigin.get)
  const address = new URL(`/qr/${encodeURIComponent(teamId)}`, origin).href
  const label = teamTexts.qrLabel(teamName)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="group flex w-full cursor-pointer flex-col items-center gap-2 rounded-card"
      >
        <QrCode
          text={address}
          label={label}
          className="w-full max-w-[min(20rem,36dvh)] rounded-card lg:max-w-[30dvh] short:max-w-[max(12rem,36dvh)] [@media(height<36rem)]:max-w-46"
        />
        <span className="flex min-h-12 items-center gap-2 font-semibold text-soft group-hover:text-ink [@media(height<36rem)]:hidden">
          <Maximize2 aria-hidden className="size-5" />
          {teamTexts.showQr}
        </span>
      </button>
      {open && (
        <FullScreenCode title={teamName} code={address} label={label} onClose={() => setOpen(false)}>
          <p className="w-full max-w-md py-2 text-lg landscape:flex-1">{teamTexts.qrHint}</p>
        </FullScreenCode>
      )}
    </>
  )
}
