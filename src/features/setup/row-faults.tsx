import { useState } from 'react'
import { importTexts } from '#texts/import'
import { Button } from '../../ui/button'

export interface RowText {
  /** null: of nothing in the file. */
  readonly row: number | null
  readonly name?: string
  readonly texts: readonly string[]
}

const AT_FIRST = 50

/** What is wrong with each row, beside its number. */
export function RowFaults({ rows }: { readonly rows: readonly RowText[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, AT_FIRST)
  const left = rows.length - shown.length
  return (
    <>
      <ul>
        {shown.map(({ row, name, texts }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: faults of no row have nothing else, and the list is made anew as a whole.
          <li key={index} className="flex flex-wrap gap-x-3 border-t border-line py-2 wrap-anywhere">
            {row !== null && <span className="font-semibold tabular-nums">{importTexts.inRow(row)}</span>}
            {name !== undefined && name !== '' && <span>{name}</span>}
            <span className="w-full text-danger sm:w-auto sm:flex-1">{texts.join(' ')}</span>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button variant="quiet" onClick={() => setWhole(true)}>
          {importTexts.more(left)}
        </Button>
      )}
    </>
  )
}
