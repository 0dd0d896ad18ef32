import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { EventChange } from '#contract/event'
import { setupTexts } from '#texts/setup'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/dialog'
import { TextField } from '../../ui/text-field'
import type { EntryForm } from './use-event'

type Values = Readonly<Record<string, string>>

interface EntryFormProps<V extends Values> {
  readonly form: EntryForm<V>
  /** Of the button that saves. */
  readonly label?: string
  /** Beside that button. */
  readonly others?: ReactNode
  /** The name of the field to begin with. */
  readonly first?: string
  readonly children: ReactNode
}

/** Fields that are saved together. After a refusal the first field with a fault has the focus, and what was typed stays. */
export function EntryFields<V extends Values>({ form, label = setupTexts.save, others, first, children }: EntryFormProps<V>) {
  const element = useRef<HTMLFormElement>(null)
  const [incomplete, setIncomplete] = useState(false)
  const { faults } = form
  useEffect(() => {
    if (first !== undefined) element.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }, [first])
  useEffect(() => {
    if (faults.length > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [faults])
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // A dialog's form stands outside this one, but React passes its events up to here.
    if (form.isSaving || event.target !== event.currentTarget) return
    // Of a date without a time the browser says that the field is empty, which would mean something else.
    const half = [...event.currentTarget.querySelectorAll('input')].find(({ validity }) => validity.badInput)
    setIncomplete(half !== undefined)
    if (half === undefined) form.submit()
    else half.focus()
  }
  const unplaced = [...new Set(form.otherFaults.map(({ message }) => message))]
  const hasFieldFaults = faults.length > form.otherFaults.length
  return (
    <form ref={element} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-2">{children}</div>
      <div role="alert" className="text-danger empty:hidden">
        {incomplete && <p>{setupTexts.event.incomplete}</p>}
        {!incomplete && form.fault !== undefined && (!hasFieldFaults || unplaced.length > 0) && <p>{form.fault}</p>}
        {unplaced.length > 0 && (
          <ul className="list-disc pl-5">
            {unplaced.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={form.isSaving} className="max-sm:flex-1">
          {label}
        </Button>
        {others}
      </div>
      <AskLosing {...form} />
    </form>
  )
}

interface AskProps {
  readonly asks: readonly EventChange[]
  readonly confirm: () => void
  readonly decline: () => void
  readonly isSaving: boolean
}

/** Names who would lose a booth, or the organisers' role, and asks. */
export function AskLosing({ asks, confirm, decline, isSaving }: AskProps) {
  return (
    <ConfirmDialog
      trigger={null}
      opened={{ open: asks.length > 0, onChange: (open) => !open && decline() }}
      title={setupTexts.asks}
      text={asks.map(setupTexts.losing).join(' ')}
      confirm={setupTexts.apply}
      busy={isSaving}
      onConfirm={confirm}
    />
  )
}

interface FieldProps<V extends Values> extends Omit<ComponentProps<typeof TextField>, 'form' | 'name' | 'value' | 'onChange'> {
  readonly form: EntryForm<V>
  readonly name: keyof V & string
}

/** A field of the form: its fault, or what somebody else has entered there since the typing began. */
export function EntryField<V extends Values>({ form, name, hint, ...props }: FieldProps<V>) {
  const meanwhile = form.changedMeanwhile(name)
  return (
    <TextField
      autoComplete="off"
      {...props}
      name={name}
      value={form.values[name]}
      onChange={({ target }) => form.change(name, target.value)}
      fault={form.faultOf(name)}
      // The focus tells it.
      quiet
      hint={meanwhile === undefined ? hint : setupTexts.meanwhile(meanwhile)}
    />
  )
}
