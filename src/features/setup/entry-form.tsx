import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { losingText } from '#texts/event-changes'
import { setupTexts } from '#texts/setup'
import { Button } from '../../ui/button'
import { Confirmation } from '../../ui/dialog'
import type { EntryForm, FormValues } from './use-entry-form'

/**
 * Makes 'next' on a phone's keyboard move to the next field instead of saving a half-filled form.
 */
function focusNextField(event: KeyboardEvent): void {
  const { target } = event
  if (event.key !== 'Enter' || event.isComposing) return
  if (!(target instanceof HTMLInputElement) || target.enterKeyHint !== 'next') return
  event.preventDefault()
  const inputs = [...(target.form?.querySelectorAll('input') ?? [])]
  inputs[inputs.indexOf(target) + 1]?.focus()
}

interface EntryFieldsProps<V extends FormValues> {
  readonly form: EntryForm<V>
  /** The label of the save button. */
  readonly label?: string
  /** Rendered next to the save button. */
  readonly others?: ReactNode
  /** The name of the field focused first. */
  readonly first?: string
  readonly children: ReactNode
}

/**
 * Fields that are saved together. A refusal keeps the typed values and focuses the first faulty
 * field.
 */
export function EntryFields<V extends FormValues>({
  form,
  label = setupTexts.save,
  others,
  first,
  children,
}: EntryFieldsProps<V>) {
  const element = useRef<HTMLFormElement>(null)
  const [incomplete, setIncomplete] = useState(false)
  const { faults, otherFaults } = form
  useEffect(() => {
    const fields = element.current
    fields?.addEventListener('keydown', focusNextField)
    return () => fields?.removeEventListener('keydown', focusNextField)
  }, [])
  useEffect(() => {
    if (first !== undefined)
      element.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }, [first])
  useEffect(() => {
    if (faults.length > 0)
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [faults])
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // React bubbles submits of a dialog's form up to here, although the dialog is outside this
    // form.
    if (form.isSaving || event.target !== event.currentTarget) return
    // The browser reports a date without a time as an empty field, which would delete the date.
    const half = [...event.currentTarget.querySelectorAll('input')].find(
      ({ validity }) => validity.badInput,
    )
    setIncomplete(half !== undefined)
    if (half === undefined) form.submit()
    else half.focus()
  }
  const areAllAtFields = faults.length > 0 && otherFaults.length === 0
  return (
    <form ref={element} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-2">
        {children}
      </div>
      <div role="alert" className="text-danger empty:hidden">
        {incomplete && <p>{setupTexts.event.incomplete}</p>}
        {!incomplete && form.error !== undefined && !areAllAtFields && <p>{form.error}</p>}
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
      {form.losses.length > 0 && (
        <Confirmation
          title={setupTexts.confirmLosses}
          text={form.losses.map(losingText).join(' ')}
          confirm={setupTexts.apply}
          busy={form.isSaving}
          onConfirm={form.confirm}
          onClose={form.decline}
        />
      )}
    </form>
  )
}
