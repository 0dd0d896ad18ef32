import type { CallOutput } from '#contract/calls'
import type { TagType } from '#contract/entities'
import { fnv1a } from '#rules/fnv'

export type ListedTag = CallOutput<'listTags'>['tags'][number]

/** Tags not written yet, as far as this device knows. */
export function openTags(tags: readonly ListedTag[], done: ReadonlySet<string>): ListedTag[] {
  return tags.filter((tag) => tag.written_at === null && !done.has(tag.nfc_id))
}

/**
 * The tag to write next. `seed` gives each phone its own order, because two phones with the same order would write the
 * same id to two tags. The choice stays the same until that tag is written.
 */
export function chooseTag(open: readonly ListedTag[], type: TagType, seed: string): ListedTag | null {
  const ofType = open.filter((tag) => tag.nfc_type === type)
  return ofType.reduce<ListedTag | null>((best, tag) => {
    return best === null || fnv1a(seed + tag.nfc_id) < fnv1a(seed + best.nfc_id) ? tag : best
  }, null)
}
