import { Check } from 'lucide-react'

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
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded-md border border-edge text-accent"
      >
        {checked && <Check className="size-5" />}
      </span>
      <span>{label}</span>
    </label>
  )
}
