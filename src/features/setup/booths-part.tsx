import { FileSpreadsheet, Plus } from 'lucide-react'
import { useState } from 'react'
import { applyEvent } from '#contract/calls/setup'
import type { EventBooth } from '#contract/event'
import { importTexts } from '#texts/import'
import { dotted } from '#texts/nouns'
import { numeral } from '#texts/numbers'
import { setupTexts } from '#texts/setup'
import { IMPORT, NEW } from '../../session/search-params'
import { Button } from '../../ui/button'
import { CheckField } from '../../ui/check-field'
import { Panel } from '../../ui/panel'
import { TextField } from '../../ui/text-field'
import { Correction } from '../organiser/correction'
import { BackButton, EntryList } from '../organiser/frame'
import { placeFaults, planBooths } from './booth-import'
import type { Columns } from './columns'
import { RemoveEntry, SaveButton } from './entry-changes'
import { EntryFields } from './entry-form'
import { EventPreview, usePreview } from './event-preview'
import { People } from './people'
import type { Spreadsheet } from './sheets'
import { TableChoice } from './table-choice'
import { type EntryForm, idOfNew, type PartProps, useEntryForm, useOpened } from './use-entry-form'

const texts = setupTexts.booths

const SEPARATOR = ' '
const idsIn = (text: string) => text.split(SEPARATOR).filter((id) => id !== '')

interface OffersProps extends PartProps {
  readonly form: EntryForm<{
    name: string
    location: string
    description: string
    point_types: string
  }>
}

/** Chooses the booth's point types, in the order of its buttons: a newly chosen type comes last. */
function Offers({ read, form }: OffersProps) {
  const chosen = idsIn(form.values.point_types)
  const { point_types, vendors } = read.event
  /**
   * The last booth in the list with several point types, from which a tap copies them: most booths
   * give the same types.
   */
  const boothToCopy = vendors.findLast((one) => one.point_types.length > 1)
  const choose = (id: string, isChosen: boolean) =>
    form.change(
      'point_types',
      [...chosen.filter((one) => one !== id), ...(isChosen ? [id] : [])].join(SEPARATOR),
    )
  return (
    <fieldset className="sm:col-span-2">
      <legend className="mb-2 font-medium">{texts.gives}</legend>
      {point_types.length === 0 && <p className="text-soft">{texts.noTypes}</p>}
      {boothToCopy !== undefined && chosen.length === 0 && (
        <Button
          variant="secondary"
          className="mb-2 wrap-anywhere"
          onClick={() => form.change('point_types', boothToCopy.point_types.join(SEPARATOR))}
        >
          {texts.typesAs(boothToCopy.name)}
        </Button>
      )}
      <div className="grid gap-x-4 sm:grid-cols-2">
        {point_types.map(({ point_type, label, points }) => (
          <CheckField
            key={point_type}
            label={`${label} (${numeral(points)})`}
            checked={chosen.includes(point_type)}
            onChange={(isChosen) => choose(point_type, isChosen)}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface BoothFormProps extends PartProps {
  /** Undefined for a new booth. */
  readonly booth?: EventBooth
  readonly onSaved?: (vendorId: string) => void
}

function BoothForm({ read, booth, onSaved }: BoothFormProps) {
  const form = useEntryForm({
    read,
    at: 'vendors.0',
    current: {
      name: booth?.name ?? '',
      location: booth?.location ?? '',
      description: booth?.description ?? '',
      point_types: (booth?.point_types ?? []).join(SEPARATOR),
    },
    part: ({ point_types, ...typed }, _isTouched, unanswered) => {
      const sent = unanswered.flatMap(({ vendors = [] }) => vendors)
      const vendor_id =
        booth?.vendor_id ?? idOfNew('vendor_id', typed.name, read.event.vendors, sent, 'stand')
      return { vendors: [{ vendor_id, ...typed, point_types: idsIn(point_types) }] }
    },
    done: ({ name }) => texts.saved(name.trim()),
    onDone: (_after, _typed, { vendors: [saved] = [] }) => saved && onSaved?.(saved.vendor_id),
  })
  return (
    <EntryFields form={form} {...(booth === undefined && { first: 'name' })}>
      <TextField {...form.field('name')} label={texts.name} enterKeyHint="next" />
      <TextField
        {...form.field('location', texts.locationHint)}
        label={texts.location}
        enterKeyHint="next"
      />
      <div className="sm:col-span-2">
        <TextField {...form.field('description')} label={texts.description} />
      </div>
      <Offers read={read} form={form} />
    </EntryFields>
  )
}

/** Closes a booth after a confirmation, or opens it again. */
function Closing({
  read: { version },
  booth: { vendor_id, name, closed },
}: PartProps & { readonly booth: EventBooth }) {
  const input = () => ({ event: { vendors: [{ vendor_id, name, closed: !closed }] }, version })
  if (!closed)
    return <Correction change={applyEvent} texts={texts.close(name)} tone="danger" input={input} />
  return (
    <SaveButton variant="secondary" input={input} done={texts.reopened(name)}>
      {texts.reopen}
    </SaveButton>
  )
}

/** One booth: its data, its staff, and closing or removing it. */
function BoothDetail({ read, booth }: PartProps & { readonly booth: EventBooth }) {
  const { opened, open } = useOpened()
  const close = () => open({ part: 'booths' })
  const isPersonOpen = opened.personId !== undefined
  return (
    <>
      {!isPersonOpen && <BackButton text={texts.back} onBack={close} />}
      <People read={read} people={booth.staff} booth={booth} />
      {!isPersonOpen && (
        <Panel title={booth.name} aside={booth.closed && <strong>{texts.isClosed}</strong>}>
          <BoothForm key={booth.vendor_id} read={read} booth={booth} />
          <div className="mt-5 flex flex-wrap gap-2 border-t border-line pt-5">
            <Closing read={read} booth={booth} />
            <RemoveEntry
              what="vendor"
              id={booth.vendor_id}
              version={read.version}
              texts={texts.remove(booth.name)}
              onDone={close}
            />
          </div>
        </Panel>
      )}
    </>
  )
}

/**
 * Imports booths and their people from a spreadsheet. Previews the changes before applying them.
 */
function BoothImport({ read }: PartProps) {
  const { open } = useOpened()
  const [types, setTypes] = useState<readonly string[]>([])
  const preview = usePreview(() => open({ part: 'booths' }))
  const check = (spreadsheet: Spreadsheet, columns: Columns) =>
    preview.show((event, without) => {
      const rows = spreadsheet.rows.filter(({ row }) => !without.has(row))
      const plan = planBooths(event, { ...spreadsheet, rows }, columns, types)
      return { part: plan.part, faultsOf: (found) => [...plan.faults, ...placeFaults(plan, found)] }
    })
  return (
    <>
      <Panel title={importTexts.booths}>
        <p className="mb-4 text-soft">{importTexts.boothsHint}</p>
        <fieldset className="mb-4">
          <legend className="font-semibold">{importTexts.typesForAll}</legend>
          {read.event.point_types.length === 0 && <p className="text-soft">{texts.noTypes}</p>}
          {read.event.point_types.map(({ point_type, label }) => (
            <CheckField
              key={point_type}
              label={label}
              checked={types.includes(point_type)}
              onChange={(is) => {
                preview.drop()
                setTypes(is ? [...types, point_type] : types.filter((one) => one !== point_type))
              }}
            />
          ))}
        </fieldset>
        <TableChoice
          kind="booths"
          checking={preview.isChecking}
          onChange={preview.drop}
          onCheck={check}
        />
      </Panel>
      <EventPreview {...preview} />
    </>
  )
}

/** Booths with their people. */
export function BoothsPart({ read }: PartProps) {
  const { opened, open } = useOpened()
  const { vendors } = read.event
  const booth = vendors.find(({ vendor_id }) => vendor_id === opened.boothId)
  if (booth !== undefined) return <BoothDetail read={read} booth={booth} />
  if (opened.boothId === NEW || opened.boothId === IMPORT) {
    return (
      <>
        <BackButton text={texts.back} onBack={() => open({ part: 'booths' })} />
        {opened.boothId === IMPORT ? (
          <BoothImport read={read} />
        ) : (
          <Panel title={texts.add}>
            <BoothForm read={read} onSaved={(boothId) => open({ part: 'booths', boothId })} />
          </Panel>
        )}
      </>
    )
  }
  return (
    <Panel title={setupTexts.parts.booths}>
      <div className="mb-4 flex flex-wrap gap-2">
        <Button icon={Plus} onClick={() => open({ part: 'booths', boothId: NEW })}>
          {texts.add}
        </Button>
        <Button
          variant="secondary"
          icon={FileSpreadsheet}
          onClick={() => open({ part: 'booths', boothId: IMPORT })}
        >
          {importTexts.open}
        </Button>
      </div>
      {vendors.length === 0 && <p className="text-soft">{texts.none}</p>}
      <EntryList
        className="sm:grid sm:grid-cols-2 sm:gap-x-6"
        entries={vendors.map(({ vendor_id, name, location, staff, closed }) => ({
          id: vendor_id,
          name,
          detail: dotted(
            location === '' ? null : location,
            texts.people(staff.length),
            closed ? texts.isClosed : null,
          ),
          isOff: closed,
        }))}
        onOpen={(boothId) => open({ part: 'booths', boothId })}
      />
    </Panel>
  )
}
