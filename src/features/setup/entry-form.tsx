import { Check } from 'lucide-react'
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Input } from '#contract/call'
import { removeEntry } from '#contract/calls/setup'
import type { EventChange } from '#contract/event'
import { setupTexts } from '#texts/setup'
import { hasCode } from '../../api/errors'
import { faultText } from '../../api/query-client'
import { Button } from '../../ui/button'
import { classes } from '../../ui/classes'
import { ConfirmDialog } from '../../ui/dialog'
import { SelectField, TextField } from '../../ui/text-field'
import { Correction } from '../organiser/correction'
import { Row } from '../organiser/frame'
import { type EntryForm, type Order, useSave, type Values } from './use-event'

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
  const { faults, otherFaults } = form
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
  const isSaidAtFields = faults.length > 0 && otherFaults.length === 0
  return (
    <form ref={element} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-2">{children}</div>
      <div role="alert" className="text-danger empty:hidden">
        {incomplete && <p>{setupTexts.event.incomplete}</p>}
        {!incomplete && form.fault !== undefined && !isSaidAtFields && <p>{form.fault}</p>}
        {otherFaults.length > 0 && (
          <ul className="list-disc pl-5">
            {otherFaults.map((text) => (
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
function AskLosing({ asks, confirm, decline, isSaving }: AskProps) {
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

/** A button that saves one change by itself, by which nobody loses anything. */
export function SaveButton({ order, ...button }: ComponentProps<typeof Button> & { readonly order: () => Order }) {
  const { save, isSaving, fault } = useSave()
  return (
    <>
      <Button {...button} busy={isSaving} onClick={() => save(order())} />
      <p role="alert" className="w-full text-danger empty:hidden">
        {fault}
      </p>
    </>
  )
}

interface FieldOf<V extends Values> {
  readonly form: EntryForm<V>
  readonly name: keyof V & string
}

type FieldProps<V extends Values> = FieldOf<V> & Omit<ComponentProps<typeof TextField>, 'form' | 'name' | 'value' | 'onChange'>

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

type SelectProps<V extends Values> = FieldOf<V> & Pick<ComponentProps<typeof SelectField>, 'label' | 'options'>

export function EntrySelect<V extends Values>({ form, name, ...props }: SelectProps<V>) {
  return (
    <SelectField
      {...props}
      value={form.values[name] ?? ''}
      onChange={(value) => form.change(name, value)}
      fault={form.faultOf(name)}
    />
  )
}

interface CheckFieldProps {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

export function CheckField({ label, checked, onChange }: CheckFieldProps) {
  return (
    <label className="relative flex min-h-12 items-center gap-3 rounded-control wrap-anywhere has-focus-visible:outline-2">
      <input
        type="checkbox"
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span aria-hidden className="grid size-6 shrink-0 place-items-center rounded-md border border-edge text-accent">
        {checked && <Check className="size-5" />}
      </span>
      <span>{label}</span>
    </label>
  )
}

interface EntryListProps {
  readonly entries: readonly { readonly id: string; readonly name: string; readonly note: string; readonly isOff?: boolean }[]
  readonly onOpen: (id: string) => void
}

/** The entries of a part, each leading to its form; in two columns where there is room. */
export function EntryList({ entries, onOpen }: EntryListProps) {
  return (
    <ul className="sm:grid sm:grid-cols-2 sm:gap-x-6">
      {entries.map(({ id, name, note, isOff = false }) => (
        <li key={id} className="border-t border-line">
          <Row className="min-h-16! py-2" onOpen={() => onOpen(id)}>
            <span className={classes('block font-semibold', isOff && 'text-soft')}>{name}</span>
            <span className="block text-sm text-soft">{note}</span>
          </Row>
        </li>
      ))}
    </ul>
  )
}

interface RemoveEntryProps extends Input<typeof removeEntry> {
  readonly says: { readonly label: string; readonly title: string; readonly text: string; readonly done: string }
  readonly onDone?: () => void
}

/** Takes something out of the event. What still needs it is said in the dialog, with what to do instead. */
export function RemoveEntry({ says, onDone, ...removed }: RemoveEntryProps) {
  return (
    <Correction
      change={removeEntry}
      tone="danger"
      says={says}
      input={() => removed}
      saysFault={(error) => (hasCode(error, 'IN_USE') ? setupTexts.cannotRemove(error.message) : faultText(error))}
      {...(onDone && { onDone })}
    />
  )
}
