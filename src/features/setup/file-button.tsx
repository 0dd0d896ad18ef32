import type { LucideIcon } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { Button } from '../../ui/button'

interface FileButtonProps {
  readonly label: string
  readonly accept: string
  readonly icon: LucideIcon
  readonly variant?: 'primary' | 'secondary'
  readonly busy?: boolean
  readonly onFile: (file: File) => void
}

/** Opens a file of the device. The same one can be chosen again once it is corrected. */
export function FileButton({ label, accept, icon, variant = 'secondary', busy = false, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    target.value = ''
    if (file !== undefined) onFile(file)
  }
  return (
    <>
      <Button variant={variant} icon={icon} busy={busy} className="max-sm:w-full" onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input ref={input} type="file" accept={accept} tabIndex={-1} aria-label={label} className="hidden" onChange={choose} />
    </>
  )
}
