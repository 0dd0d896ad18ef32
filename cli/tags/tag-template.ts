export function tagUrl(nfcId: string, publicUrl: URL): string {
  return new URL(`/s/${nfcId}`, publicUrl).href
}

/** What the maker's app asks for: the address to write, and where in the tag's file the chip puts its proof into it. */
export const TEMPLATE_COLUMNS = ['template', 'picc_offset', 'cmac_offset'] as const

/** Before the address in the file: its length (2 bytes), and a short record with the scheme as one byte (5 bytes). */
const HEADER_BYTES = 7

/** The cells of `TEMPLATE_COLUMNS` for a tag. */
export function templateCells(nfcId: string, publicUrl: URL): [template: string, piccOffset: string, cmacOffset: string] {
  const template = `${tagUrl(nfcId, publicUrl)}?picc=${'0'.repeat(32)}&cmac=${'0'.repeat(16)}`
  const written = template.replace(/^https?:\/\//, '')
  const offsetOf = (field: string) => String(HEADER_BYTES + written.indexOf(field) + field.length)
  return [template, offsetOf('?picc='), offsetOf('&cmac=')]
}
