import { Check } from 'lucide-react'
import { boothTexts } from '#texts/booth'

/** The longest last word that keeps the check mark on its line; a longer one may have to break. */
const SHORT_WORD = 10

/** The name of a booth that has given points, with a check mark beside its last word. */
export function LitName({ name }: { name: string }) {
  const at = name.lastIndexOf(' ') + 1
  const last = name.slice(at)
  return (
    <>
      {name.slice(0, at)}
      <span className={last.length > SHORT_WORD ? undefined : 'whitespace-nowrap'}>
        {last}
        <Check aria-hidden className="ml-1.5 inline size-5 align-[-0.2em] text-accent" />
      </span>
      <span className="sr-only"> · {boothTexts.lit}</span>
    </>
  )
}
