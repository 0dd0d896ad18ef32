import type { Ref } from 'react'
import { TextField } from './text-field'

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
