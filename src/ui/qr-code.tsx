import { useMemo } from 'react'
import { qrImage } from '#contract/qr-image'

interface QrCodeProps {
  text: string
  label: string
  className?: string
  dense?: boolean
}

/** A QR code. Decoded with the page, because a card that shows no code for a moment looks broken. */
export function QrCode({ text, label, className, dense }: QrCodeProps) {
  const { src, size } = useMemo(() => qrImage(text, dense), [text, dense])
  return <img src={src} alt={label} width={size} height={size} decoding="sync" draggable={false} className={className} />
}
