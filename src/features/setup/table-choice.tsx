import { useMutation } from '@tanstack/react-query'
import { FileSpreadsheet, type LucideIcon } from 'lucide-react'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { importTexts } from '#texts/import'
import { Button } from '../../ui/button'
import { SelectField } from '../../ui/text-field'
import { type Columns, columnsOf, type Decisions, IMPORTS, type ImportField, type ImportKind } from './columns'
import type { Spreadsheet } from './spreadsheet'

interface OpenedFile {
  readonly name: string
  readonly spreadsheet: Spreadsheet
}

/** Loaded when an import is opened, so that a file can be read even if the network is gone by then. */
const reader = () => import('./spreadsheet')

async function readFile(file: File): Promise<OpenedFile | string> {
  try {
    const { readSpreadsheet } = await reader()
    return { name: file.name, spreadsheet: await readSpreadsheet(new Uint8Array(await file.arrayBuffer())) }
  } catch (reason) {
    return reason instanceof Error && reason.name === 'UnreadableFile' ? reason.message : importTexts.unreadable.failed
  }
}

const NONE = ''
const UNDECIDED = '?'

interface TableChoiceProps {
  readonly kind: ImportKind
  readonly checking: boolean
  /** Another file or column was chosen: the result of a check no longer applies. */
  readonly onChange: () => void
  readonly onCheck: (spreadsheet: Spreadsheet, columns: Columns) => void
}

/** Opens a spreadsheet, and shows what is in which column. Where several may hold a field, it stays open until somebody has decided. */
export function TableChoice({ kind, checking, onChange, onCheck }: TableChoiceProps) {
  const [decided, setDecided] = useState<Decisions>({})
  const reading = useMutation({ mutationFn: readFile })
  useEffect(() => {
    // A failure is tried again with the file.
    reader().catch(() => undefined)
  }, [])
  const open = (file: File) => {
    onChange()
    setDecided({})
    reading.mutate(file)
  }
  const read = reading.data
  const file = typeof read === 'string' ? undefined : read
  const { fields, needed } = IMPORTS[kind]
  const { columns, several } = columnsOf(file?.spreadsheet.headings ?? [], kind, decided)
  const isMissing = (field: ImportField) => columns[field] === undefined && needed.some((one) => one === field)
  function faultOf(field: ImportField): string | undefined {
    const headings = several.get(field)
    if (headings !== undefined) return importTexts.several(headings)
    return isMissing(field) ? importTexts.needed : undefined
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <FileButton
          label={file === undefined ? importTexts.open : importTexts.otherFile}
          accept=".xlsx,.csv,.tsv,.txt,.xls"
          icon={FileSpreadsheet}
          variant={file === undefined ? 'primary' : 'secondary'}
          busy={reading.isPending}
          onFile={open}
        />
        {file !== undefined && (
          <p className="min-w-0 wrap-anywhere">{importTexts.rows(file.name, file.spreadsheet.rows.length)}</p>
        )}
      </div>
      <p role="alert" className="text-danger empty:hidden">
        {typeof read === 'string' && read}
      </p>
      {file !== undefined && (
        <fieldset className="flex flex-col gap-4">
          <legend className="font-semibold">{importTexts.columns}</legend>
          <p className="text-soft">{importTexts.columnsHint}</p>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {fields.map((field) => (
              <SelectField
                key={field}
                label={importTexts.fields[field]}
                value={several.has(field) ? UNDECIDED : String(columns[field] ?? NONE)}
                options={[
                  ...(several.has(field) ? [{ value: UNDECIDED, text: importTexts.choose, disabled: true }] : []),
                  { value: NONE, text: importTexts.noColumn },
                  ...file.spreadsheet.headings.map((_, index) => ({
                    value: String(index),
                    text: columnText(file.spreadsheet, index),
                  })),
                ]}
                fault={faultOf(field)}
                onChange={(value) => {
                  setDecided({ ...decided, [field]: value === NONE ? null : Number(value) })
                  onChange()
                }}
              />
            ))}
          </div>
          <Button
            className="self-start max-sm:w-full"
            disabled={several.size > 0 || needed.some(isMissing)}
            busy={checking}
            onClick={() => onCheck(file.spreadsheet, columns)}
          >
            {importTexts.check}
          </Button>
        </fieldset>
      )}
    </div>
  )
}

/** A column by its heading, with its first value. */
function columnText({ headings, rows }: Spreadsheet, index: number): string {
  const sample = rows.find(({ cells }) => cells[index] !== '')?.cells[index] ?? ''
  return importTexts.column(headings[index] ?? '', sample.slice(0, 24))
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
