import { groupTagId } from '#rules/tag-id'
import { tagSheetTexts } from '#texts/printed'
import { qrSheet } from '../paper/qr-sheet'

export interface SheetTag {
  readonly id: string
  /** The content of its QR code. */
  readonly url: string
  /** What the tag is for, as printed under it. */
  readonly kind: string
}

interface Sheet {
  readonly tags: readonly SheetTag[]
  /** The host of the addresses, printed on each page. */
  readonly host: string
  /** Called after each page with the number of codes drawn so far. */
  readonly onProgress?: (drawn: number) => void
}

/** A standalone HTML file with A4 pages of QR codes and their ids, to print and cut up. */
export function tagSheet({ tags, host, onProgress }: Sheet): string {
  const kinds = new Set(tags.map(({ kind }) => kind))
  return qrSheet({
    cards: tags.map(({ id, url, kind }) => ({
      url,
      kind,
      alt: tagSheetTexts.code(id),
      line: { is: 'id', text: groupTagId(id) },
    })),
    title: tagSheetTexts.title(tags.length),
    heading: [host, ...(kinds.size === 1 ? kinds : [])].join(' · '),
    ...(onProgress === undefined ? {} : { onProgress }),
  })
}
