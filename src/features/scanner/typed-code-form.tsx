import { type FormEvent, useEffect, useRef, useState } from 'react'
import { scannerTexts } from '#texts/scanner'
import { parseTyped, type ScanTarget } from '../../scanner/scan-target'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/text-field'

const texts = scannerTexts.code

interface TypedCodeProps {
  id: string
  onTarget: (target: ScanTarget, from: 'code', key: string) => void
}

/** The field for the code printed below a tag. */
export function TypedCode({ id, onTarget }: TypedCodeProps) {
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  // The person has just tapped the button that opens the field.
  useEffect(() => field.current?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    const target = parseTyped(typed, window.location.origin)
    if (target.is === 'refused') setFault(target.reason === 'empty' ? texts.missing : texts.foreign)
    else onTarget(target, 'code', typed)
  }
  return (
    <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-3">
      <TextField
        ref={field}
        label={texts.label}
        hint={texts.hint}
        fault={fault}
        value={typed}
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        onChange={(event) => {
          setTyped(event.target.value)
          setFault(undefined)
        }}
      />
      <Button type="submit">{texts.submit}</Button>
    </form>
  )
}
