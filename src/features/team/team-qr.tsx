import { Maximize2, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { commonTexts } from '#i18n/common'
import { teamTexts } from '#i18n/team'
import { QrCode } from '../../ui/qr-code'
import { useWakeLock } from '../../ui/use-wake-lock'

/** The team's QR code, and the same over the whole screen: bright, and the screen stays awake. */
export function TeamQr({ teamId, teamName }: { teamId: string; teamName: string }) {
  const [open, setOpen] = useState(false)
  useWakeLock(open)
  const address = new URL(`/qr/${encodeURIComponent(teamId)}`, window.location.origin).href
  const label = teamTexts.qrLabel(teamName)
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className="group mt-4 flex w-full cursor-pointer flex-col items-center gap-2 rounded-card">
        <QrCode text={address} label={label} className="w-full max-w-80 rounded-card" />
        <span className="flex min-h-12 items-center gap-2 font-semibold text-soft group-hover:text-ink">
          <Maximize2 aria-hidden className="size-5" />
          {teamTexts.showQr}
        </span>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-0 z-30 flex flex-col items-center justify-center gap-4 bg-white p-4 text-sky landscape:flex-row"
        >
          <Dialog.Title className="max-w-full min-w-0 text-center text-2xl font-bold">{teamName}</Dialog.Title>
          <QrCode
            text={address}
            label={label}
            className="w-full max-w-[min(36rem,70dvh)] shrink-0 landscape:w-[min(90dvh,56vw)] landscape:max-w-none"
          />
          <p className="text-center text-lg">{teamTexts.qrHint}</p>
          <Dialog.Close
            aria-label={commonTexts.close}
            className="absolute top-3 right-3 grid size-12 cursor-pointer place-items-center rounded-full bg-sky text-white focus-visible:outline-sky"
          >
            <X aria-hidden className="size-6" />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
