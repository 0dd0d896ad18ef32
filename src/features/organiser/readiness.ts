import type { EventBooth, EventFile } from '#contract/event'
import type { Overview } from '#contract/organiser-entities'
import { setupTexts } from '#texts/setup'

/** Maximum age of a backup on the day of play (ms). */
const OLD_BACKUP_MS = 24 * 60 * 60_000
/** The most booths named in one row. */
const MAX_NAMED = 5

export function isBackupOld(
  { last_backup_at }: Pick<Overview, 'last_backup_at'>,
  now: number,
): boolean {
  return last_backup_at === null || now - Date.parse(last_backup_at) > OLD_BACKUP_MS
}

/** Open booths without a tag. */
export function untaggedBooths({ vendors, tags }: EventFile): readonly EventBooth[] {
  const tagged = new Set(tags.map(({ nfc_type, vendor_id }) => nfc_type === 'vendor' && vendor_id))
  return vendors.filter(({ closed, vendor_id }) => !closed && !tagged.has(vendor_id))
}

function namesOf(list: readonly { readonly name: string }[]): string {
  const shown = list.slice(0, MAX_NAMED).map(({ name }) => name)
  const others = list.length - shown.length
  return [...shown, ...(others > 0 ? [setupTexts.more(others)] : [])].join(', ')
}

/** Something that the event lacks, and the part of Priprema to fix it in. */
export interface MissingItem {
  readonly part: keyof typeof setupTexts.parts
  readonly text: string
}

/** Finds what the event lacks before it can begin; empty if everything is ready. */
export function missingOf(
  event: EventFile,
  overview: Pick<Overview, 'counts' | 'rehearsed' | 'last_backup_at'>,
  now: number,
): readonly MissingItem[] {
  const { settings, point_types } = event
  const booths = event.vendors.filter(({ closed }) => !closed)
  const unstaffed = booths.filter(({ staff }) => staff.length === 0)
  const giveNothing = booths.filter((booth) => booth.point_types.length === 0)
  const untagged = untaggedBooths(event)
  const isBefore = settings.starts_at !== null && now < Date.parse(settings.starts_at)
  const { missingItems: texts } = setupTexts
  const missing: readonly [boolean, MissingItem['part'], string][] = [
    [settings.starts_at === null || settings.ends_at === null, 'settings', texts.window],
    [point_types.length === 0, 'pointTypes', texts.types],
    [booths.length === 0, 'booths', texts.booths],
    [unstaffed.length > 0, 'booths', texts.noStaff(namesOf(unstaffed))],
    [giveNothing.length > 0, 'booths', texts.noTypes(namesOf(giveNothing))],
    [untagged.length > 0, 'tags', texts.noTag(namesOf(untagged))],
    [overview.counts.listed === 0, 'players', texts.players],
    // Both rows say that the rehearsal is missing. Before the start every award is refused, so the
    // first row leads to the part that opens the event for a rehearsal; the second to the guide.
    [!overview.rehearsed && isBefore, 'file', texts.rehearsalEarly],
    [!overview.rehearsed && !isBefore, 'guide', texts.rehearsal],
    [isBackupOld(overview, now), 'guide', texts.backup],
  ]
  return missing.flatMap(([isMissing, part, text]) => (isMissing ? [{ part, text }] : []))
}
