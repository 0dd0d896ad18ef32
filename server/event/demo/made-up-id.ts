import { hash } from 'node:crypto'

/** A deterministic id, so that pictures and URLs of the demo stay the same. */
export function madeUpId(...parts: readonly string[]): string {
  return hash('sha256', ['demo', ...parts].join('\n')).slice(0, 12)
}

/** The same in the format of a UUID. */
export function madeUpUuid(...parts: readonly string[]): string {
  const digits = hash('sha256', ['demo', ...parts].join('\n'))
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
}
