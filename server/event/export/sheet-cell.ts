/** Without it Excel takes a file in UTF-8 for another encoding. */
export const BOM = '\uFEFF'

/** A spreadsheet runs a cell that begins like a formula; an apostrophe in front makes it text. */
export function harmlessCell(value: string | number | null): string {
  if (typeof value === 'number') return String(value)
  const text = value ?? ''
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
