import { useMutation } from '@tanstack/react-query'
import { Download, FileUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { EventFault, EventFile, EventPart } from '#contract/event'
import { TABLE_NAMES, type TableName } from '#contract/organiser-entities'
import { importTexts } from '#texts/import'
import { inlineErrorText } from '../../api/query-client'
import { Button } from '../../ui/button'
import { Choice } from '../../ui/choice'
import { Panel } from '../../ui/panel'
import { saveFile } from '../../ui/share'
import { toast } from '../../ui/toast'
import { EventPreview, usePreview } from './event-preview'
import { RehearsalPanel, ResetPanel } from './rehearsal-panels'
import { ResultsPanel } from './results-panel'
import { FileButton } from './table-choice'
import { readPage, readWhole, saveTable, TABLE_FORMATS, type TableFormat } from './table-file'
import type { PartProps } from './use-entry-form'

const saveEvent = (event: EventFile) =>
  saveFile(
    new Blob([`${JSON.stringify(event, null, 2)}\n`], { type: 'application/json' }),
    `${importTexts.eventFile}.json`,
  )

/** Parses an event file without validating it; null if unparsable. */
function parseFile(text: string): EventPart | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** The place of a fault is its path in the file: `vendors.3.staff.0.mobile`. */
const faultRows = (faults: readonly EventFault[]) =>
  faults.map(({ path, message }) => ({ row: null, name: path, text: message }))

/** Saves the event as a file, and applies an opened event file. */
function EventFilePanel({ event }: { event: EventFile }) {
  const preview = usePreview()
  const [isNone, setNone] = useState(false)
  async function open(file: File) {
    preview.drop()
    const part = parseFile(await file.text().catch(() => ''))
    setNone(part === null)
    if (part !== null) preview.show(() => ({ part, faultsOf: faultRows }))
  }
  return (
    <>
      <Panel title={importTexts.file}>
        <p className="mb-4 text-soft">{importTexts.fileHint}</p>
        <div className="flex flex-wrap gap-3">
          <Button
            variant="secondary"
            icon={Download}
            className="max-sm:w-full"
            onClick={() => saveEvent(event)}
          >
            {importTexts.saveEvent}
          </Button>
          <FileButton
            label={importTexts.openEvent}
            accept=".json,application/json"
            icon={FileUp}
            busy={preview.isChecking}
            onFile={(file) => void open(file)}
          />
        </div>
        <p role="alert" className="mt-3 text-danger empty:hidden">
          {isNone && importTexts.noEvent}
        </p>
      </Panel>
      <EventPreview {...preview} />
    </>
  )
}

/** Exports one table at a time. Fetches the whole table before it saves it. */
function ExportPanel({ timeZone }: { timeZone: string }) {
  const [format, setFormat] = useState<TableFormat>('xlsx')
  const [rows, setRows] = useState(0)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const saving = useMutation({
    mutationFn: async (what: TableName) => {
      setRows(0)
      controller.current = new AbortController()
      const table = await readWhole(what, {
        timeZone,
        onRows: setRows,
        read: readPage(controller.current.signal),
      })
      await saveTable(importTexts.tables[what], table, format)
      toast.success(importTexts.exported(importTexts.tables[what], table.length - 1))
    },
    meta: { quiet: true },
    onError: (reason) => {
      if (controller.current?.signal.aborted === true) return
      toast.error(inlineErrorText(reason))
    },
  })
  const reading = saving.isPending ? saving.variables : null
  return (
    <Panel title={importTexts.exports}>
      <div className="flex flex-col gap-4">
        <p className="text-soft">{importTexts.exportsHint}</p>
        <Choice
          legend={importTexts.format}
          options={TABLE_FORMATS}
          names={importTexts.formats}
          chosen={format}
          onChoose={setFormat}
        />
        <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {TABLE_NAMES.map((what) => (
            <Button
              key={what}
              variant="secondary"
              {...(reading === what ? {} : { icon: Download })}
              busy={reading === what}
              disabled={reading !== null && reading !== what}
              onClick={() => saving.mutate(what)}
            >
              {importTexts.tables[what]}
            </Button>
          ))}
        </div>
        <p role="status" className="text-soft tabular-nums empty:hidden">
          {reading !== null && importTexts.exporting(rows)}
        </p>
      </div>
    </Panel>
  )
}

/** Rehearsal and reset, the event as a file, the page of results and the exported tables. */
export function FilePart({ read }: PartProps) {
  const { event } = read
  return (
    <>
      <RehearsalPanel read={read} />
      <EventFilePanel event={event} />
      <ResultsPanel event={event} />
      <ExportPanel timeZone={event.settings.time_zone} />
      <ResetPanel />
    </>
  )
}
