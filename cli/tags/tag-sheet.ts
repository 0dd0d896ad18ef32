import type { TagType } from '#contract/entities'
import { groupTagId } from '#rules/tag-id'
import { tagSheetTexts } from '#texts/printed'
import { qrSheet } from '../paper/qr-sheet'
import { tagUrl } from './tag-template'

/** What a tag is for, as printed under it. */
export function kindText(type: TagType, vendorName: string | null, label: string | null): string {
  switch (type) {
    case 'team':
      return tagSheetTexts.team
    case 'vendor':
      return tagSheetTexts.booth(vendorName ?? '')
    case 'bonus':
      return tagSheetTexts.bonus(label ?? '')
  }
}

interface SheetTag {
  readonly nfc_id: string
  /** What is printed under it. */
  readonly text: string
}

/**
 * A standalone HTML file with A4 pages of QR codes and their ids, to print and cut up.
 * @param onProgress called after each page with the number of codes drawn so far
 */
export function tagSheet(tags: readonly SheetTag[], publicUrl: URL, onProgress?: (drawn: number) => void): string {
  const kinds = new Set(tags.map(({ text }) => text))
  return qrSheet({
    cards: tags.map(({ nfc_id, text }) => ({
      url: tagUrl(nfc_id, publicUrl),
      kind: text,
      alt: tagSheetTexts.code(nfc_id),
      line: { is: 'id', text: groupTagId(nfc_id) },
    })),
    title: tagSheetTexts.title(tags.length),
    heading: [publicUrl.host, ...(kinds.size === 1 ? kinds : [])].join(' · '),
    onProgress,
  })
}
