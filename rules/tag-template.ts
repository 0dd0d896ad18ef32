/** Before the address in a tag's file: its length (2 bytes), and a short record with the scheme as one byte (5 bytes). */
const HEADER_BYTES = 7

/**
 * What is written on a tag that proves each touch: its address with room for the proof, and where in the tag's file the chip puts the
 * proof's parts.
 */
export function tagTemplate(url: string) {
  const template = `${url}?picc=${'0'.repeat(32)}&cmac=${'0'.repeat(16)}`
  const written = template.replace(/^https?:\/\//, '')
  const offsetOf = (field: string) => HEADER_BYTES + written.indexOf(field) + field.length
  return { template, piccOffset: offsetOf('?picc='), cmacOffset: offsetOf('&cmac=') }
}
