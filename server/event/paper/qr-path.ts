import encodeQR from 'qr'

/** White modules around the code; the standard requires four. */
const QUIET_ZONE = 4

/** The dark modules of one row as runs, which take a quarter of the text that single squares would. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x++) {
    if (row[x] !== true) continue
    const start = x
    while (row[x + 1] === true) x++
    path += `M${start} ${y}h${x - start + 1}v1H${start}z`
  }
  return path
}

/** A text as a QR code: the SVG path of its dark modules, and its width in modules including the quiet zone. */
export function qrPath(text: string): { readonly path: string; readonly size: number } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE })
  return { path: rows.map(rowPath).join(''), size: rows.length }
}
