import { stringify } from 'csv-stringify/sync'

/** Formats a table as CSV (RFC 4180): commas, CRLF, quotes only where a value needs them. */
export function csvText(rows: readonly (readonly string[])[]): string {
  // The library quotes line breaks only if they equal its record delimiter.
  return stringify([...rows], { record_delimiter: 'windows', quoted_match: /[\r\n]/ })
}
