import { Maximize2, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { commonTexts } from '#texts/common'
import { teamTexts } from '#texts/team'
import { Modal, ModalTitle } from '../../../ui/modal'
import { QrCode } from '../../../ui/qr-code'
import { useWakeLock } from '../../../ui/use-wake-lock'

interface TeamQrProps {
  teamId: string
  teamName: string
  /** Told over the full screen: points arrive while the code is shown. */
  news: ReactNode
}

/** The team's QR code; a tap shows it full screen, bright, and keeps the screen awake. */
export function TeamQr({ teamId, teamName, news }: TeamQrProps) {
  const [open, setOpen] = useState(false)
  useWakeLock(open)
  const address = new URL(`/qr/${encodeURIComponent(teamId)}`, window.location.origin).href
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
          className="w-full max-w-[min(20rem,36dvh)] rounded-card short:max-w-[max(12rem,36dvh)] [@media(height<36rem)]:max-w-48"
        />
        <span className="flex min-h-12 items-center gap-2 font-semibold text-soft group-hover:text-ink [@media(height<36rem)]:hidden">
          <Maximize2 aria-hidden className="size-5" />
          {teamTexts.showQr}
        </span>
      </button>
      {open && (
        <Modal
          onClose={() => setOpen(false)}
          className="fixed inset-0 flex flex-col items-center justify-center gap-4 bg-white p-4 text-black landscape:flex-row"
        >
          <ModalTitle className="max-w-full min-w-0 text-center text-2xl font-bold landscape:flex-1">{teamName}</ModalTitle>
          <QrCode
            text={address}
            label={label}
            className="w-full max-w-[min(36rem,70dvh)] shrink-0 landscape:w-[min(90dvh,56vw)] landscape:max-w-none"
          />
          <div className="relative w-full max-w-md py-2 landscape:flex-1">
            <p className="text-center text-lg">{teamTexts.qrHint}</p>
            <div role="status">{news}</div>
          </div>
          <button
            type="button"
            onClick={() => setOpen(false)}
            aria-label={commonTexts.close}
            className="absolute top-3 right-3 grid size-12 cursor-pointer place-items-center rounded-full bg-black text-white focus-visible:outline-black"
          >
            <X aria-hidden className="size-6" />
          </button>
        </Modal>
      )}
    </>
  )
}
