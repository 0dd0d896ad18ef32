import { ImageIcon, Keyboard } from 'lucide-react'
import { type ChangeEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { scannerTexts } from '#texts/scanner'
import { ownOrigins } from '../../api/queries'
import type { Code } from '../../scanner/codes'
import { type PictureReading, readPicture } from '../../scanner/picture-reader'
import { parseTyped, type ScanTarget } from '../../scanner/scan-target'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/text-field'

interface OtherWaysProps {
  /** True while the field for the code is open. */
  typing: boolean
  onTyping: (typing: boolean) => void
  onCodes: (codes: readonly Code[]) => void
  onTarget: (target: ScanTarget, from: 'code', key: string) => void
  onTrouble: (trouble: Exclude<PictureReading['is'], 'read'>) => void
}

/** Alternatives when neither NFC nor the camera works: an image file, or the code printed below a tag. */
export function OtherWays({ typing, onTyping, onCodes, onTarget, onTrouble }: OtherWaysProps) {
  const [reading, setReading] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const formId = useId()

  async function readChosen({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [picture] = target.files ?? []
    if (picture === undefined) return
    setReading(true)
    const result = await readPicture(picture)
    setReading(false)
    // Allows choosing the same file again.
    target.value = ''
    if (result.is === 'read') onCodes(result.codes)
    else onTrouble(result.is)
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-2">
        <Button variant="secondary" busy={reading} className="px-2!" onClick={() => file.current?.click()}>
          {!reading && <ImageIcon aria-hidden className="size-5 shrink-0 max-[22rem]:hidden" />}
          {reading ? scannerTexts.picture.reading : scannerTexts.picture.choose}
        </Button>
        <Button
          variant="secondary"
          className="px-2!"
          aria-expanded={typing}
          aria-controls={typing ? formId : undefined}
          onClick={() => onTyping(!typing)}
        >
          <Keyboard aria-hidden className="size-5 shrink-0 max-[22rem]:hidden" />
          {scannerTexts.code.type}
        </Button>
      </div>
      <input
        ref={file}
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-label={scannerTexts.picture.choose}
        className="hidden"
        onChange={(event) => void readChosen(event)}
      />
      {typing && <TypedCode id={formId} onTarget={onTarget} />}
    </div>
  )
}

const texts = scannerTexts.code

interface TypedCodeProps {
  id: string
  onTarget: (target: ScanTarget, from: 'code', key: string) => void
}

function TypedCode({ id, onTarget }: TypedCodeProps) {
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  // The person has just tapped the button that opens the field.
  useEffect(() => field.current?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    const target = parseTyped(typed, ownOrigins())
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
