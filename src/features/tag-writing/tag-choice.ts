import type { TagType } from '#contract/entities'

export interface ListedTag {
  readonly nfc_id: string
  readonly nfc_type: TagType
  readonly written_at: string | null
}

/** FNV-1a over both texts. */
function mix(seed: string, text: string): number {
  let hash = 0x811c9dc5
  for (const letter of seed + text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

/** Tags that nobody has written yet, as far as this device knows. */
export function openTags(tags: readonly ListedTag[], done: ReadonlySet<string>): ListedTag[] {
  return tags.filter((tag) => tag.written_at === null && !done.has(tag.nfc_id))
}

/**
 * The tag to write next. Each phone goes through them in an order of its own, because two phones with one order would write
 * the same id on two tags; and it stays with one until that is written.
 */
export function chooseTag(open: readonly ListedTag[], type: TagType, seed: string): ListedTag | null {
  const ofType = open.filter((tag) => tag.nfc_type === type)
  return ofType.reduce<ListedTag | null>((best, tag) => {
    return best === null || mix(seed, tag.nfc_id) < mix(seed, best.nfc_id) ? tag : best
  }, null)
}
