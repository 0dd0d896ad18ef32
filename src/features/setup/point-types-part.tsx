import { Plus } from 'lucide-react'
import type { EventFile } from '#contract/event'
import { formatDurationShort } from '#lib/duration'
import { setupTexts } from '#texts/setup'
import { NEW } from '../../session/search-params'
import { Button } from '../../ui/button'
import { Panel } from '../../ui/panel'
import { TextField } from '../../ui/text-field'
import { BackButton, EntryList } from '../organiser/frame'
import { RemoveEntry } from './entry-changes'
import { EntryFields } from './entry-form'
import { idOfNew, type PartProps, useEntryForm, useOpened, wholeNumber } from './use-entry-form'

const texts = setupTexts.types

const MINUTE = 60
const MAX_COOLDOWN = 7 * 24 * 60 * MINUTE

/** Converts typed minutes to seconds: "1,5" minutes are 90 seconds. */
const seconds = (minutes: string) =>
  Math.round(Number(minutes.trim().replace(',', '.') || Number.NaN) * MINUTE)

interface PointTypeFormProps extends PartProps {
  /** Undefined for a new point type. */
  readonly type: EventFile['point_types'][number] | undefined
  readonly onDone: () => void
}

function PointTypeForm({ read, type, onDone }: PointTypeFormProps) {
  const form = useEntryForm({
    read,
    at: 'point_types.0',
    current: {
      label: type?.label ?? '',
      points: type === undefined ? '' : String(type.points),
      cooldown_seconds:
        type === undefined ? '15' : String(type.cooldown_seconds / MINUTE).replace('.', ','),
    },
    check: ({ cooldown_seconds }) => {
      const cooldown = seconds(cooldown_seconds)
      return cooldown >= 0 && cooldown <= MAX_COOLDOWN
        ? {}
        : { cooldown_seconds: texts.cooldownInvalid }
    },
    part: ({ label, points, cooldown_seconds }, _isTouched, unanswered) => {
      const sent = unanswered.flatMap(({ point_types = [] }) => point_types)
      const point_type =
        type?.point_type ?? idOfNew('point_type', label, read.event.point_types, sent, 'vrsta')
      return {
        point_types: [
          {
            point_type,
            label,
            points: wholeNumber(points),
            cooldown_seconds: seconds(cooldown_seconds),
          },
        ],
      }
    },
    done: ({ label }) => texts.saved(label.trim()),
    onDone,
  })
  return (
    <EntryFields
      form={form}
      {...(type === undefined && { first: 'label' })}
      others={
        type && (
          <RemoveEntry
            what="point_type"
            id={type.point_type}
            version={read.version}
            texts={texts.remove(type.label)}
            onDone={onDone}
          />
        )
      }
    >
      <TextField {...form.field('label')} label={texts.label} enterKeyHint="next" />
      <TextField
        {...form.field('points', form.values.points.trim() === '0' ? texts.noPoints : undefined)}
        inputMode="numeric"
        label={texts.points}
        enterKeyHint="next"
      />
      <TextField
        {...form.field(
          'cooldown_seconds',
          seconds(form.values.cooldown_seconds) === 0 ? texts.noCooldown : texts.cooldownHint,
        )}
        inputMode="decimal"
        label={texts.cooldown}
      />
    </EntryFields>
  )
}

/** The point types, with their points and cooldowns. */
export function PointTypesPart({ read }: PartProps) {
  const { opened, open } = useOpened()
  const { point_types } = read.event
  const close = () => open({ part: 'pointTypes' })
  const type = point_types.find(({ point_type }) => point_type === opened.pointType)
  if (type !== undefined || opened.pointType === NEW) {
    return (
      <>
        <BackButton text={texts.back} onBack={close} />
        <Panel title={type?.label ?? texts.add}>
          <PointTypeForm key={opened.pointType} read={read} type={type} onDone={close} />
        </Panel>
      </>
    )
  }
  return (
    <Panel title={setupTexts.parts.pointTypes}>
      <Button
        icon={Plus}
        className="mb-4"
        onClick={() => open({ part: 'pointTypes', pointType: NEW })}
      >
        {texts.add}
      </Button>
      {point_types.length === 0 && <p className="text-soft">{texts.none}</p>}
      <EntryList
        className="sm:grid sm:grid-cols-2 sm:gap-x-6"
        entries={point_types.map(({ point_type, label, points, cooldown_seconds }) => ({
          id: point_type,
          name: label,
          detail: texts.row(
            points,
            cooldown_seconds === 0 ? null : formatDurationShort(cooldown_seconds),
          ),
        }))}
        onOpen={(pointType) => open({ part: 'pointTypes', pointType })}
      />
    </Panel>
  )
}
