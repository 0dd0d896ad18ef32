import { stringify } from 'csv-stringify/sync'

/** Formats a table as CSV (RFC 4180): commas, CRLF, quotes only where a value needs them. */
export function csvText(rows: readonly (readonly string[])[]): string {
  // Of line breaks the library quotes only the one that ends its records.
  return stringify([...rows], { record_delimiter: 'windows', quoted_match: /[\r\n]/ })
}
