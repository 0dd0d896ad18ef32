import { type ReactNode, useMemo } from 'react'
import { classes } from './classes'
import { useWakeLock } from './device-screen'
import { CloseButton, Modal, ModalTitle } from './dialog'
import { qrImage } from './qr-image'

interface QrCodeProps {
  text: string
  label: string
  className?: string
  dense?: boolean
}

/** A QR code. Its image is decoded synchronously: a card briefly without its code looks broken. */
export function QrCode({ text, label, className, dense }: QrCodeProps) {
  const { src, size } = useMemo(() => qrImage(text, dense), [text, dense])
  return (
    <img
      src={src}
      alt={label}
      width={size}
      height={size}
      decoding="sync"
      draggable={false}
      className={className}
    />
  )
}

interface FullScreenCodeProps {
  title: string
  code: string | undefined
  label: string
  dense?: boolean
  /**
   * A label above the title; the screen then has a frame in the brand colour. Both distinguish this
   * code from the usual one.
   */
  kind?: string
  onClose: () => void
  children: ReactNode
}

/** A QR code, full screen and bright. Keeps the screen awake. */
export function FullScreenCode({
  title,
  code,
  label,
  dense = false,
  kind,
  onClose,
  children,
}: FullScreenCodeProps) {
  useWakeLock(true)
  return (
    <Modal
      bright
      onClose={onClose}
      className={classes(
        'fixed inset-0 flex flex-col items-center justify-center-safe gap-4 overflow-y-auto bg-white p-4 text-center text-black lg:gap-10 lg:p-10 landscape:flex-row',
        kind !== undefined && 'border-[0.875rem] border-brand short:gap-2 short:p-2',
      )}
    >
      <ModalTitle className="max-w-full min-w-0 px-14 text-2xl font-bold wrap-anywhere short:text-lg xl:landscape:text-3xl landscape:flex-1 landscape:px-0">
        {kind !== undefined && (
          <span className="mx-auto mb-2 block w-fit rounded-full bg-accent px-4 py-1 text-on-accent forced-colors:border">
            {kind}
          </span>
        )}
        <span className="block">{title}</span>
      </ModalTitle>
      {code !== undefined && (
        <QrCode
          text={code}
          dense={dense}
          label={label}
          className={classes(
            'w-full max-w-[min(36rem,70dvh)] shrink-0 landscape:w-[min(90dvh,50vw)] landscape:max-w-none',
            // Leaves room for the line that says who has joined, and for the button below it.
            kind !== undefined && 'short:max-w-[max(12rem,100dvh-19.5rem)]',
          )}
        />
      )}
      {children}
      <CloseButton
        onClose={onClose}
        className="fixed top-3 right-3 bg-black text-white focus-visible:outline-black"
      />
    </Modal>
  )
}
