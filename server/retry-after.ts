/** How long an answer asks to wait, in ms: the header's seconds, or until its time. */
export function parseRetryAfter(header: string | null | undefined): number | null {
  if (header == null) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}
