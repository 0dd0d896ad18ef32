/** The address of a saved file is given up after this time (ms): a browser may still read it. */
const SAVED_AFTER_MS = 60_000

/** Saves a file that the page made. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), SAVED_AFTER_MS)
}
