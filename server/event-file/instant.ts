import { keptTime } from '#rules/kept-time'

const INSTANT = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/

/** Parses an ISO 8601 time with zone to ms since the epoch; null if it is invalid, such as 30 February, or cannot be kept (rule 18). */
export function parseInstant(text: string): number | null {
  const parts = INSTANT.exec(text)
  if (parts === null) return null
  const [, year, month, day] = parts.map(Number)
  const lastDay = new Date(Date.UTC(year ?? 0, month ?? 0, 0)).getUTCDate()
  const at = Date.parse(text)
  return keptTime(at) !== at || (day ?? 0) > lastDay ? null : at
}
