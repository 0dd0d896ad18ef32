import { FileSpreadsheet, type LucideIcon } from 'lucide-react'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { importTexts } from '#texts/import'
import { Button } from '../../ui/button'
import { SelectField } from '../../ui/text-field'
import { type Columns, candidates, certainColumns, type Field, IMPORTS, type ImportKind } from './columns'
import type { Spreadsheet } from './spreadsheet'

interface Chosen {
  readonly name: string
  readonly sheet: Spreadsheet
}

/** Loaded when an import is opened, so that a file can be read even if the network is gone by then. */
const reader = () => import('./spreadsheet')

async function readFile(file: File): Promise<Chosen | string> {
  const { unreadable } = importTexts
  try {
    const { readSpreadsheet, ROWS_MOST, UnreadableFile } = await reader()
    try {
      return { name: file.name, sheet: await readSpreadsheet(new Uint8Array(await file.arrayBuffer())) }
    } catch (reason) {
      if (!(reason instanceof UnreadableFile)) return unreadable.failed
      return reason.fault === 'too_many_rows' ? unreadable.too_many_rows(reason.rows, ROWS_MOST) : unreadable[reason.fault]
    }
  } catch {
    return unreadable.failed
  }
}

interface ColumnChoiceProps {
  readonly field: Field
  readonly sheet: Spreadsheet
  readonly chosen: number | undefined
  /** Several columns that it may be. */
  readonly several: readonly number[]
  readonly isNeeded: boolean
  readonly onChoose: (column: number | undefined) => void
}

const NONE = ''
const ASK = '?'

/** Which column holds a field. Where several may, it stays open until one is chosen, or none. */
function ColumnChoice({ field, sheet, chosen, several, isNeeded, onChoose }: ColumnChoiceProps) {
  const nameOf = (index: number) => {
    const sample = sheet.rows.find(({ cells }) => cells[index] !== '')?.cells[index] ?? ''
    return importTexts.column(sheet.headings[index] ?? '', sample.slice(0, 24))
  }
  const isAsked = several.length > 0
  const asks = isAsked ? importTexts.several(several.map((index) => sheet.headings[index] ?? '')) : undefined
  return (
    <SelectField
      label={importTexts.fields[field]}
      value={isAsked ? ASK : String(chosen ?? NONE)}
      options={[
        ...(isAsked ? [{ value: ASK, text: importTexts.choose, disabled: true }] : []),
        { value: NONE, text: importTexts.noColumn },
        ...sheet.headings.map((_, index) => ({ value: String(index), text: nameOf(index) })),
      ]}
      fault={asks ?? (isNeeded && chosen === undefined ? importTexts.needed : undefined)}
      onChange={(value) => onChoose(value === NONE ? undefined : Number(value))}
    />
  )
}

interface TableChoiceProps {
  readonly kind: ImportKind
  readonly checking: boolean
  /** Another file or column: what was checked is no longer said of it. */
  readonly onChange: () => void
  readonly onCheck: (sheet: Spreadsheet, columns: Columns) => void
}

/** Opens a spreadsheet, and shows what is in which column. */
export function TableChoice({ kind, checking, onChange, onCheck }: TableChoiceProps) {
  const [file, setFile] = useState<Chosen | string | null>(null)
  const [isReading, setReading] = useState(false)
  const [columns, setColumns] = useState<Columns>({})
  /** Fields that somebody has decided about. */
  const [decided, setDecided] = useState<ReadonlySet<Field>>(new Set())
  useEffect(() => {
    // What fails is tried again with the file.
    reader().catch(() => undefined)
  }, [])
  const open = async (given: File) => {
    setReading(true)
    onChange()
    const read = await readFile(given)
    setFile(read)
    setDecided(new Set())
    setColumns(typeof read === 'string' ? {} : certainColumns(read.sheet, kind))
    setReading(false)
  }
  const chosen = typeof file === 'string' ? null : file
  const { fields, needed } = IMPORTS[kind]
  const isNeeded = (field: Field) => (needed as readonly Field[]).includes(field)
  const may = chosen === null ? null : candidates(chosen.sheet, kind)
  const severalOf = (field: Field) => {
    const several = may?.get(field) ?? []
    return several.length > 1 && !decided.has(field) ? several : []
  }
  const isReady = fields.every((field) => severalOf(field).length === 0 && (!isNeeded(field) || columns[field] !== undefined))
  function choose(field: Field, column: number | undefined) {
    const { [field]: _before, ...others } = columns
    setColumns(column === undefined ? others : { ...others, [field]: column })
    setDecided(new Set([...decided, field]))
    onChange()
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <FileButton
          label={chosen === null ? importTexts.open : importTexts.otherFile}
          accept=".xlsx,.csv,.tsv,.txt,.xls"
          icon={FileSpreadsheet}
          variant={chosen === null ? 'primary' : 'secondary'}
          busy={isReading}
          onFile={(given) => void open(given)}
        />
        {chosen !== null && <p className="min-w-0 wrap-anywhere">{importTexts.rows(chosen.name, chosen.sheet.rows.length)}</p>}
      </div>
      <p role="alert" className="text-danger empty:hidden">
        {typeof file === 'string' && file}
      </p>
      {chosen !== null && (
        <fieldset className="flex flex-col gap-4">
          <legend className="font-semibold">{importTexts.columns}</legend>
          <p className="text-soft">{importTexts.columnsHint}</p>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {fields.map((field) => (
              <ColumnChoice
                key={field}
                field={field}
                sheet={chosen.sheet}
                chosen={columns[field]}
                several={severalOf(field)}
                isNeeded={isNeeded(field)}
                onChoose={(column) => choose(field, column)}
              />
            ))}
          </div>
          <Button
            className="self-start max-sm:w-full"
            disabled={!isReady}
            busy={checking}
            onClick={() => onCheck(chosen.sheet, columns)}
          >
            {importTexts.check}
          </Button>
        </fieldset>
      )}
    </div>
  )
}

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
