import { FileSpreadsheet, type LucideIcon } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { importTexts } from '#texts/import'
import { Button } from '../../ui/button'
import { SelectField } from '../../ui/text-field'
import {
  type Columns,
  columnsOf,
  type Decisions,
  IMPORTS,
  type ImportField,
  type ImportKind,
} from './columns'
import { type NameEdits, withSplitNames } from './full-names'
import { RowsPreview } from './rows-preview'
import {
  ALL_SHEETS,
  type ChosenTable,
  chooseTable,
  isTable,
  type SheetDecision,
  type Spreadsheet,
} from './sheets'
import { useFileReader } from './use-file-reader'

const NONE = ''
const UNDECIDED = '?'

interface TableChoiceProps {
  readonly kind: ImportKind
  readonly checking: boolean
  /** Called when another file, sheet, column or row is chosen: a check's result is outdated. */
  readonly onChange: () => void
  readonly onCheck: (spreadsheet: Spreadsheet, columns: Columns) => void
}

/** The headings of the chosen columns, for the next file opened on this page. */
const REMEMBERED: Record<ImportKind, Map<ImportField, string | null>> = {
  players: new Map(),
  booths: new Map(),
}

function decisionsFor(kind: ImportKind, headings: readonly string[]): Decisions {
  const decisions: Partial<Record<ImportField, number | null>> = {}
  for (const [field, heading] of REMEMBERED[kind]) {
    const index = heading === null ? null : headings.indexOf(heading)
    if (index === null || (index !== -1 && headings.lastIndexOf(heading ?? '') === index))
      decisions[field] = index
  }
  return decisions
}

const UNDECIDED_SHEET: SheetDecision = { sheet: null, withHidden: false }

/**
 * Opens a spreadsheet and shows the column of each field. Disables the check while a column is
 * ambiguous or missing.
 */
export function TableChoice({ kind, checking, onChange, onCheck }: TableChoiceProps) {
  const [decided, setDecided] = useState<Decisions>({})
  const [sheetDecision, setSheetDecision] = useState(UNDECIDED_SHEET)
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set())
  const [edits, setEdits] = useState<NameEdits>(new Map())
  const { state, read, stop } = useFileReader()
  const open = (file: File) => {
    onChange()
    setDecided({})
    setLeftOut(new Set())
    setEdits(new Map())
    setSheetDecision(UNDECIDED_SHEET)
    void read(file)
  }
  const decideSheet = (decision: SheetDecision) => {
    onChange()
    setDecided({})
    setLeftOut(new Set())
    setEdits(new Map())
    setSheetDecision(decision)
  }
  const chosen = state.kind === 'read' ? chooseTable(state.sheets, sheetDecision) : undefined
  const table = chosen?.table
  const spreadsheet = table !== undefined && isTable(table) ? table : undefined
  const { fields, needed } = IMPORTS[kind]
  const headings = spreadsheet?.headings ?? []
  const { columns, several } = columnsOf(headings, kind, {
    ...decisionsFor(kind, headings),
    ...decided,
  })
  const isName = (field: ImportField) => field === 'first_name' || field === 'last_name'
  const isMissing = (field: ImportField) =>
    columns[field] === undefined &&
    needed.some((one) => one === field) &&
    !(isName(field) && columns.full_name !== undefined)
  function errorOf(field: ImportField): string | undefined {
    const headings = several.get(field)
    if (headings !== undefined) return importTexts.several(headings)
    return isMissing(field) ? importTexts.needed : undefined
  }
  function unreadableText(): string {
    if (state.kind === 'unreadable') return state.problem
    return table !== undefined && !isTable(table) ? table.problem : ''
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <FileButton
          label={state.kind === 'read' ? importTexts.otherFile : importTexts.open}
          accept=".xlsx,.csv,.tsv,.txt,.xls"
          icon={FileSpreadsheet}
          variant={state.kind === 'read' ? 'secondary' : 'primary'}
          busy={state.kind === 'reading'}
          onFile={open}
        />
        {state.kind === 'read' && spreadsheet !== undefined && (
          <p className="min-w-0 wrap-anywhere">
            {importTexts.rows(state.name, spreadsheet.rows.length)}
          </p>
        )}
        {state.kind === 'reading' && (
          <>
            <p role="status">{importTexts.reading(state.rows)}</p>
            <Button variant="quiet" onClick={stop}>
              {importTexts.stopReading}
            </Button>
          </>
        )}
      </div>
      <p role="alert" className="text-danger empty:hidden">
        {unreadableText()}
      </p>
      {chosen !== undefined && (
        <SheetChoice chosen={chosen} decision={sheetDecision} onDecide={decideSheet} />
      )}
      {spreadsheet !== undefined && (
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
                  ...(several.has(field)
                    ? [{ value: UNDECIDED, text: importTexts.choose, disabled: true }]
                    : []),
                  { value: NONE, text: importTexts.noColumn },
                  ...spreadsheet.headings.map((_, index) => ({
                    value: String(index),
                    text: columnText(spreadsheet, index),
                  })),
                ]}
                error={errorOf(field)}
                onChange={(value) => {
                  setDecided({ ...decided, [field]: value === NONE ? null : Number(value) })
                  REMEMBERED[kind].set(
                    field,
                    value === NONE ? null : (headings[Number(value)] ?? null),
                  )
                  onChange()
                }}
              />
            ))}
          </div>
          <RowsPreview
            kind={kind}
            spreadsheet={spreadsheet}
            columns={columns}
            leftOut={leftOut}
            edits={edits}
            onLeaveOut={(row, isOut) => {
              onChange()
              setLeftOut(
                isOut
                  ? new Set([...leftOut, row])
                  : new Set([...leftOut].filter((one) => one !== row)),
              )
            }}
            onEdit={(row, name) => {
              onChange()
              setEdits(new Map([...edits, [row, name]]))
            }}
          />
          <Button
            className="self-start max-sm:w-full"
            disabled={several.size > 0 || needed.some(isMissing)}
            busy={checking}
            onClick={() => {
              const rows = spreadsheet.rows.filter(({ row }) => !leftOut.has(row))
              const split = withSplitNames({ ...spreadsheet, rows }, columns, edits)
              onCheck(split.spreadsheet, split.columns)
            }}
          >
            {importTexts.check}
          </Button>
        </fieldset>
      )}
    </div>
  )
}

interface SheetChoiceProps {
  readonly chosen: ChosenTable
  readonly decision: SheetDecision
  readonly onDecide: (decision: SheetDecision) => void
}

/** The choice among several sheets, and whether to read hidden rows, columns and sheets. */
function SheetChoice({ chosen, decision, onDecide }: SheetChoiceProps) {
  const { among, areOfOneShape, skippedRows, skippedColumns, skippedSheets } = chosen
  const hasSkipped = skippedRows + skippedColumns + skippedSheets > 0
  const all = among.reduce((sum, { rows }) => sum + rows, 0)
  return (
    <>
      {among.length > 0 && (
        <SelectField
          label={importTexts.whichSheet}
          value={chosen.table === undefined ? UNDECIDED : String(decision.sheet)}
          options={[
            { value: UNDECIDED, text: importTexts.chooseSheet, disabled: true },
            ...among.map(({ index, name, rows }) => ({
              value: String(index),
              text: importTexts.sheet(name, rows),
            })),
            ...(areOfOneShape ? [{ value: ALL_SHEETS, text: importTexts.allSheets(all) }] : []),
          ]}
          onChange={(value) =>
            onDecide({ ...decision, sheet: value === ALL_SHEETS ? ALL_SHEETS : Number(value) })
          }
        />
      )}
      {(hasSkipped || decision.withHidden) && (
        <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {skippedRows > 0 && <p>{importTexts.skippedRows(skippedRows)}</p>}
          {skippedColumns > 0 && <p>{importTexts.skippedColumns(skippedColumns)}</p>}
          {skippedSheets > 0 && <p>{importTexts.skippedSheets(skippedSheets)}</p>}
          {decision.withHidden && <p>{importTexts.takenHidden}</p>}
          <Button
            variant="secondary"
            onClick={() => onDecide({ ...decision, withHidden: !decision.withHidden })}
          >
            {decision.withHidden ? importTexts.leaveHidden : importTexts.takeHidden}
          </Button>
        </div>
      )}
    </>
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

/** Opens a file. The same file can be chosen again after a correction in it. */
export function FileButton({
  label,
  accept,
  icon,
  variant = 'secondary',
  busy = false,
  onFile,
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    target.value = ''
    if (file !== undefined) onFile(file)
  }
  return (
    <>
      <Button
        variant={variant}
        icon={icon}
        busy={busy}
        className="max-sm:w-full"
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        tabIndex={-1}
        aria-label={label}
        className="hidden"
        onChange={choose}
      />
    </>
  )
}
