import { Check } from 'lucide-react'
import type { TagType } from '#contract/entities'
import { tagWritingTexts as texts } from '#i18n/tag-writing'
import { classes } from '../../ui/classes'

interface KindChoiceProps {
  kinds: readonly TagType[]
  chosen: TagType
  onChoose: (kind: TagType) => void
}

/** Chooses the type of the tags to write. Tags look the same, so the person who places them must know it. */
export function KindChoice({ kinds, chosen, onChoose }: KindChoiceProps) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="mb-2 font-medium">{texts.kindChoice}</legend>
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={kind === chosen}
          onClick={() => onChoose(kind)}
          className={classes(
            'flex min-h-12 flex-1 cursor-pointer items-center justify-center gap-2 rounded-control border px-4 font-semibold whitespace-nowrap',
            kind === chosen ? 'border-accent text-accent' : 'border-edge text-soft hover:text-ink',
          )}
        >
          {kind === chosen && <Check aria-hidden className="size-5 shrink-0" />}
          {texts.kinds[kind]}
        </button>
      ))}
    </fieldset>
  )
}
