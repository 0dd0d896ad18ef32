import encodeQR from 'qr'

/** White border in modules: the standard asks for four, and scanners in a dark hall need them. */
const QUIET_ZONE = 4

/** Draws one row's dark modules as runs, which takes a quarter of the text of single squares. */
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

/**
 * Makes a QR code for an `<img>`: the picture's address, and its width in modules. An image stays
 * black on white: forced colours, dark mode and extensions recolour an inline SVG, and many phones
 * read no inverted code. `dense` is for long texts on screens, which need no error correction
 * against scratches: it allows larger modules.
 */
export function qrImage(
  text: string,
  dense = false,
): { readonly src: string; readonly size: number } {
  const rows = encodeQR(text, 'raw', { ecc: dense ? 'low' : 'medium', border: QUIET_ZONE })
  const size = rows.length
  const white = `<path fill='white' d='M0 0h${size}v${size}H0z'/>`
  // Use a black gradient: Chromium 150's automatic dark theme turned plain black white, and the
  // code into an empty square.
  const black = "<linearGradient id='b'><stop/><stop offset='1'/></linearGradient>"
  const dark = `<path fill='url(#b) #000' d='${rows.map(rowPath).join('')}'/>`
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${size} ${size}' shape-rendering='crispEdges'>${black}${white}${dark}</svg>`
  return {
    src: `data:image/svg+xml,${svg.replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll('#', '%23')}`,
    size,
  }
}
