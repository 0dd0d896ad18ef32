import { type ReactNode, useState } from 'react'
import { importTexts } from '#texts/import'
import { Button } from '../../ui/button'
import { CheckField } from '../../ui/check-field'
import { TextField } from '../../ui/text-field'
import { type Columns, cellOf, IMPORTS, type ImportKind } from './columns'
import { type NameEdits, type SplitName, splitRow } from './full-names'
import type { Spreadsheet } from './sheets'

const ON_PAGE = 50

/** A long list, a page at a time. */
export function Pages<T>({
  all,
  children,
}: {
  readonly all: readonly T[]
  readonly children: (one: T) => ReactNode
}) {
  const [chosen, setPage] = useState(0)
  const last = Math.max(0, Math.ceil(all.length / ON_PAGE) - 1)
  const page = Math.min(chosen, last)
  return (
    <>
      <div>{all.slice(page * ON_PAGE, (page + 1) * ON_PAGE).map(children)}</div>
      {last > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="secondary" disabled={page === 0} onClick={() => setPage(page - 1)}>
            {importTexts.previousPage}
          </Button>
          <p className="tabular-nums">{importTexts.page(page + 1, last + 1)}</p>
          <Button variant="secondary" disabled={page === last} onClick={() => setPage(page + 1)}>
            {importTexts.nextPage}
          </Button>
        </div>
      )}
    </>
  )
}

interface RowsPreviewProps {
  readonly kind: ImportKind
  readonly spreadsheet: Spreadsheet
  readonly columns: Columns
  readonly leftOut: ReadonlySet<number>
  readonly edits: NameEdits
  readonly onLeaveOut: (row: number, isOut: boolean) => void
  readonly onEdit: (row: number, name: SplitName) => void
}

/** Every row as it would be read. Rows can be left out, and split names corrected. */
export function RowsPreview({
  kind,
  spreadsheet,
  columns,
  leftOut,
  edits,
  onLeaveOut,
  onEdit,
}: RowsPreviewProps) {
  const namesOf = splitRow(spreadsheet, columns, edits)
  const isSplit = columns.full_name !== undefined
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="font-semibold">{importTexts.rowsTitle}</legend>
      <p className="text-soft">{importTexts.rowsHint}</p>
      {isSplit && <p role="status">{importTexts.splits}</p>}
      <Pages all={spreadsheet.rows}>
        {(row) => {
          const values = IMPORTS[kind].fields
            .map((field) => cellOf(row, columns, field))
            .filter((value) => value !== '')
          const isOut = leftOut.has(row.row)
          const name = namesOf(row)
          return (
            <div key={row.row} className="border-t border-line py-1">
              <CheckField
                label={importTexts.rowText(
                  row.row,
                  values.map((value) => value.slice(0, 60)).join(', '),
                )}
                checked={!isOut}
                onChange={(is) => onLeaveOut(row.row, !is)}
              />
              {isSplit && !isOut && (
                <div className="grid grid-cols-2 gap-3">
                  {(['first_name', 'last_name'] as const).map((field) => (
                    <TextField
                      key={field}
                      label={importTexts.fields[field]}
                      value={name[field]}
                      onChange={({ target }) => onEdit(row.row, { ...name, [field]: target.value })}
                    />
                  ))}
                </div>
              )}
            </div>
          )
        }}
      </Pages>
    </fieldset>
  )
}
