import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, type Ref, useId } from 'react'
import { classes } from './classes'

interface LabelledProps {
  label: string
  hint?: string | undefined
  /** The validation error; replaces the hint. */
  error?: string | undefined
  /**
   * True if a screen reader already reads the error because the field gets the focus. The error is
   * then not an alert as well.
   */
  quiet?: boolean | undefined
  /** Shows the label to screen readers only: the placeholder is enough. */
  compact?: boolean | undefined
}

const CONTROL =
  'min-h-12 w-full min-w-0 rounded-control border border-edge bg-sky px-4 text-ink aria-invalid:border-danger'

interface FieldFrameProps extends LabelledProps {
  children: (
    control: Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby'>,
  ) => ReactNode
}

/** A control with its label, and its hint or error as its accessible description. */
function FieldFrame({
  label,
  hint,
  error,
  quiet = false,
  compact = false,
  children,
}: FieldFrameProps) {
  const [id, descriptionId] = [useId(), useId()]
  const isInvalid = error !== undefined
  const description = error ?? hint
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className={compact ? 'sr-only' : 'font-medium'}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': isInvalid || undefined,
        'aria-describedby': description === undefined ? undefined : descriptionId,
      })}
      {description !== undefined && (
        <p
          id={descriptionId}
          role={isInvalid && !quiet ? 'alert' : undefined}
          className={isInvalid ? 'text-sm text-danger' : 'text-sm text-soft'}
        >
          {description}
        </p>
      )}
    </div>
  )
}

export function TextField({
  label,
  hint,
  error,
  quiet,
  compact,
  className,
  ...props
}: LabelledProps & ComponentProps<'input'>) {
  return (
    <FieldFrame label={label} hint={hint} error={error} quiet={quiet} compact={compact}>
      {(control) => (
        <input
          {...props}
          {...control}
          className={classes(CONTROL, 'placeholder:text-soft', className)}
        />
      )}
    </FieldFrame>
  )
}

interface SearchFieldProps {
  ref?: Ref<HTMLInputElement>
  label: string
  compact?: boolean | undefined
  placeholder: string
  value: string
  onChange: (value: string) => void
}

/** A field that filters the list below it while the user types. */
export function SearchField({ onChange, ...field }: SearchFieldProps) {
  return (
    <TextField
      {...field}
      type="search"
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

interface SelectFieldProps extends Pick<LabelledProps, 'label' | 'error'> {
  readonly value: string
  readonly options: readonly {
    readonly value: string
    readonly text: string
    readonly disabled?: boolean
  }[]
  readonly onChange: (value: string) => void
}

export function SelectField({ label, value, options, error, onChange }: SelectFieldProps) {
  return (
    <FieldFrame label={label} error={error} quiet>
      {(control) => (
        <span className="grid items-center *:[grid-area:1/1]">
          <select
            {...control}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className={classes(CONTROL, 'appearance-none truncate pr-11!')}
          >
            {options.map(({ text, ...option }) => (
              <option key={option.value} {...option}>
                {text}
              </option>
            ))}
          </select>
          {/* In place of the browser's own arrow, which touches the edge. */}
          <ChevronDown
            aria-hidden
            className="pointer-events-none mr-4 size-5 justify-self-end text-soft"
          />
        </span>
      )}
    </FieldFrame>
  )
}
