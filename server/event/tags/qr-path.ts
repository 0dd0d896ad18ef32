import encodeQR from 'qr'

/** Modules of white around the code; the standard asks for four. */
const QUIET_ZONE = 4

/** The dark modules of one row, drawn a run at a time: a quarter of the text of a square for each. */
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

/** A text as a QR code: the path of its dark modules, and how many modules it is wide with its quiet zone. */
export function qrPath(text: string): { readonly path: string; readonly size: number } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE })
  return { path: rows.map(rowPath).join(''), size: rows.length }
}
