import { Check } from 'lucide-react'
import { useId } from 'react'

interface ChoiceProps<Option extends string> {
  readonly legend: string
  readonly options: readonly Option[]
  readonly names: Readonly<Record<Option, string>>
  readonly chosen: Option
  readonly onChoose: (option: Option) => void
}

/** One of a few options, all of which stay in sight. */
export function Choice<Option extends string>({ legend, options, names, chosen, onChoose }: ChoiceProps<Option>) {
  const group = useId()
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="mb-2 font-medium">{legend}</legend>
      {options.map((option) => (
        <label
          key={option}
          className="relative flex min-h-12 flex-1 items-center justify-center gap-2 rounded-control border border-edge px-4 font-semibold wrap-break-word max-w-full text-soft hover:text-ink has-checked:border-accent has-checked:text-accent has-focus-visible:outline-2"
        >
          <input
            type="radio"
            name={group}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
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
