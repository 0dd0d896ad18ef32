import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { CallInput } from '#contract/calls'
import { person as personFields } from '#contract/form-fields'
import { registrationTexts } from '#texts/registration'
import { ApiError } from '../api/errors'
import { Button } from '../ui/button'
import { fieldError } from '../ui/field-error'
import { TextField } from '../ui/text-field'

export type PersonData = CallInput<'register'>['user_data']
type PersonKey = keyof PersonData

const { firstName, lastName, email, mobile, nickname } = registrationTexts

const FIELDS: Readonly<Record<PersonKey, ComponentProps<typeof TextField>>> = {
  first_name: { label: firstName, autoComplete: 'given-name' },
  last_name: { label: lastName, autoComplete: 'family-name' },
  email: { label: email, autoComplete: 'email', type: 'email', inputMode: 'email' },
  mobile: { label: mobile, autoComplete: 'tel', type: 'tel', inputMode: 'tel' },
  nickname: { label: nickname, autoComplete: 'nickname' },
}
const EMPTY: PersonData = { first_name: '', last_name: '', email: '', mobile: '', nickname: '' }

interface PersonFormProps {
  fields: readonly PersonKey[]
  hints?: Partial<Readonly<Record<PersonKey, string>>>
  initial?: Partial<PersonData>
  /** A field that may stay empty if it was empty at first. */
  optionalField?: PersonKey
  /** The values last sent. The server's error on a field is shown until that field changes. */
  sent: { readonly [F in PersonKey]?: string | undefined } | undefined
  error: unknown
  busy: boolean
  submitText: string
  onSubmit: (person: PersonData) => void
  /** Gets the fields after each change. */
  onType?: (person: PersonData) => void
  children?: ReactNode
}

/**
 * A form with a person's own data. Checks each field when it is first left, and from then on while
 * the person types.
 */
export function PersonForm(props: PersonFormProps) {
  const {
    fields,
    hints,
    initial = EMPTY,
    optionalField,
    sent,
    error,
    busy,
    submitText,
    onSubmit,
    onType,
    children,
  } = props
  const [person, setPerson] = useState<PersonData>({ ...EMPTY, ...initial })
  const started = useRef(person)
  const [left, setLeft] = useState<ReadonlySet<PersonKey>>(new Set())
  const [quiet, setQuiet] = useState(false)
  useEffect(() => {
    if (person !== started.current) onType?.(person)
  }, [person, onType])
  const serverErrors = error instanceof ApiError ? error.fields : {}

  function ownErrorOf(name: PersonKey): string | undefined {
    if (name === optionalField && person[name] === '' && initial[name] === '') return undefined
    return fieldError(personFields.entries[name], person[name])
  }
  function errorOf(name: PersonKey): string | undefined {
    const own = left.has(name) ? ownErrorOf(name) : undefined
    return own ?? (sent?.[name] === person[name] ? serverErrors[name] : undefined)
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const first = fields.find((name) => ownErrorOf(name) !== undefined)
    // Render the errors before moving the focus: the focused field announces its own, while five
    // alerts at once would be unintelligible.
    flushSync(() => {
      setQuiet(first !== undefined)
      setLeft(new Set(fields))
    })
    if (first === undefined) onSubmit(person)
    else event.currentTarget.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {fields.map((name) => (
        <TextField
          key={name}
          {...FIELDS[name]}
          hint={hints?.[name]}
          name={name}
          value={person[name]}
          // Use the previous state: values typed before the scripts ran arrive for all fields at
          // once.
          onChange={({ target: { value } }) =>
            setPerson((before) => ({ ...before, [name]: value }))
          }
          onBlur={() => {
            if (person[name] === '') return
            setQuiet(false)
            setLeft(new Set([...left, name]))
          }}
          quiet={quiet}
          error={errorOf(name)}
        />
      ))}
      {children}
      <Button type="submit" busy={busy}>
        {submitText}
      </Button>
    </form>
  )
}
