import { type ComponentProps, type Ref, useId } from 'react'
import { classes } from './classes'

interface TextFieldProps extends ComponentProps<'input'> {
  label: string
  hint?: string | undefined
  /** The validation error; replaces the hint. */
  fault?: string | undefined
  /** True while the focus tells the fault: then it is not announced as well. */
  quiet?: boolean
}

/** A labelled input. Its hint or error is its accessible description. */
export function TextField({ label, hint, fault, quiet = false, className, ...props }: TextFieldProps) {
  const id = useId()
  const noteId = useId()
  const note = fault ?? hint
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        {...props}
        id={id}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={note === undefined ? undefined : noteId}
        className={classes(
          'min-h-12 w-full rounded-control border bg-sky px-4 text-ink placeholder:text-soft',
          fault === undefined ? 'border-edge' : 'border-danger',
          className,
        )}
      />
      {note !== undefined && (
        <p
          id={noteId}
          role={fault === undefined || quiet ? undefined : 'alert'}
          className={fault === undefined ? 'text-sm text-soft' : 'text-sm text-danger'}
        >
          {note}
        </p>
      )}
    </div>
  )
}

interface SearchFieldProps {
  ref?: Ref<HTMLInputElement>
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}

/** A field that filters the list below it while the user types. */
export function SearchField({ onChange, ...field }: SearchFieldProps) {
  return <TextField {...field} type="search" autoComplete="off" onChange={(event) => onChange(event.target.value)} />
}

interface SelectFieldProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly text: string; readonly disabled?: boolean }[]
  readonly fault?: string | undefined
  readonly onChange: (value: string) => void
}

export function SelectField({ label, value, options, fault, onChange }: SelectFieldProps) {
  const [id, note] = [useId(), useId()]
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <select
        id={id}
        value={value}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined ? undefined : note}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-12 w-full min-w-0 rounded-control border border-edge bg-sky px-4 text-ink aria-invalid:border-danger"
      >
        {options.map(({ text, ...option }) => (
          <option key={option.value} {...option}>
            {text}
          </option>
        ))}
      </select>
      {fault !== undefined && (
        <p id={note} className="text-sm text-danger">
          {fault}
        </p>
      )}
    </div>
  )
}
