import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
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

const SHAPE =
  'relative flex min-h-12 max-w-full items-center justify-center gap-2 rounded-control border border-edge font-semibold text-soft hover:text-ink has-checked:border-accent has-checked:text-accent has-focus-visible:outline-2'

/** One line of chips that scrolls sideways if they do not fit. */
export function ChipRow({ children }: { children: ReactNode }) {
  return (
    <div className="-mx-1 flex gap-2 overflow-x-auto overscroll-x-contain p-1 [scrollbar-width:none] *:shrink-0 [&_fieldset]:flex-nowrap [&_label]:whitespace-nowrap">
      {children}
    </div>
  )
}

interface ChipProps {
  readonly type: 'checkbox' | 'radio'
  readonly name: string
  readonly group?: string
  readonly checked: boolean
  readonly onChange: () => void
  readonly small?: boolean
}

/** An option that is on or off. */
export function Chip({ type, name, group, checked, onChange, small = true }: ChipProps) {
  return (
    <label
      className={classes(
        SHAPE,
        small
          ? 'bg-surface px-3 text-sm'
          : 'flex-1 px-2 py-1 leading-tight wrap-break-word sm:px-4',
      )}
    >
      <input
        type={type}
        name={group}
        className="absolute -inset-px cursor-pointer opacity-0"
        checked={checked}
        onChange={onChange}
      />
      {checked && <Check aria-hidden className="size-5 shrink-0" />}
      <span className="min-w-0">{name}</span>
    </label>
  )
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
    // Without `min-w-0`, a fieldset is at least as wide as its longest word, such as a team's name.
    <fieldset className="flex min-w-0 flex-wrap gap-2">
      <legend className={small ? 'sr-only' : 'mb-2 font-medium'}>{legend}</legend>
      {options.map((option) => (
        <Chip
          key={option}
          type="radio"
          group={group}
          name={names[option]}
          checked={option === chosen}
          onChange={() => onChoose(option)}
          small={small}
        />
      ))}
    </fieldset>
  )
}
