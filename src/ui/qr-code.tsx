import encodeQR from 'qr'
import { useMemo } from 'react'
import { classes } from './classes'

/** White border in modules. The standard asks for four, and scanners in a dark hall need them. */
const QUIET_ZONE = 4

function darkModules(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
}

interface QrCodeProps {
  text: string
  label: string
  className?: string
  /** For long texts on a screen, which nothing scratches: larger modules instead of repair. */
  dense?: boolean
}

/** A QR code, dark on white in every theme, because some phones can't read inverted codes. */
export function QrCode({ text, label, className, dense = false }: QrCodeProps) {
  const { path, size } = useMemo(() => {
    const rows = encodeQR(text, 'raw', { ecc: dense ? 'low' : 'medium', border: QUIET_ZONE })
    return { path: darkModules(rows), size: rows.length }
  }, [text, dense])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={classes('forced-color-adjust-none', className)}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}
