import { Check } from 'lucide-react'
import { useId } from 'react'
import { classes } from './classes'

interface ChoiceProps<Option extends string> {
  readonly legend: string
  readonly options: readonly Option[]
  readonly names: Readonly<Record<Option, string>>
  readonly chosen: Option
  readonly onChoose: (option: Option) => void
  /** For many short options; the legend is only for screen readers. */
  readonly small?: boolean
}

/** One of a few options, all of them visible. */
export function Choice<Option extends string>({
  legend,
  options,
  names,
  chosen,
  onChoose,
  small = false,
}: ChoiceProps<Option>) {
  const group = useId()
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className={small ? 'sr-only' : 'mb-2 font-medium'}>{legend}</legend>
      {options.map((option) => (
        <label
          key={option}
          className={classes(
            'relative flex min-h-12 max-w-full items-center justify-center gap-2 rounded-control border border-edge font-semibold text-soft hover:text-ink has-checked:border-accent has-checked:text-accent has-focus-visible:outline-2',
            small ? 'bg-surface px-3 text-sm' : 'flex-1 px-2 wrap-break-word sm:px-4',
          )}
        >
          <input
            type="radio"
            name={group}
            className="absolute -inset-px cursor-pointer opacity-0"
            checked={option === chosen}
            onChange={() => onChoose(option)}
          />
          {option === chosen && <Check aria-hidden className="size-5 shrink-0" />}
          {names[option]}
        </label>
      ))}
    </fieldset>
  )
}
