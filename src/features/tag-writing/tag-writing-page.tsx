import { useQuery } from '@tanstack/react-query'
import { CircleCheck, PackageOpen, SmartphoneNfc } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { CallOutput } from '#contract/calls'
import { listTags } from '#contract/calls/tags'
import { TAG_TYPES, type TagType, type User } from '#contract/entities'
import { fnv1a } from '#rules/fnv'
import { groupTagId } from '#rules/tag-id'
import { tagWritingTexts as texts } from '#texts/tag-writing'
import { randomUuid } from '../../api/call'
import { useRefreshInterval } from '../../api/live-state'
import { query } from '../../api/queries'
import { useUser } from '../../session/signed-in'
import { Button } from '../../ui/button'
import { Choice } from '../../ui/choice'
import { useWakeLock } from '../../ui/device-screen'
import { Notice } from '../../ui/load-failed'
import { Progress, QueryState } from '../../ui/loading'
import { Panel } from '../../ui/panel'
import { PhaseCard, type PhaseView, phaseView } from './phase-view'
import { useTagWriter } from './tag-writer'
import { type Reports, useReports } from './use-reports'

type ListedTag = CallOutput<'listTags'>['tags'][number]

/** Tags not written yet, as far as this device knows. */
export function openTags(tags: readonly ListedTag[], done: ReadonlySet<string>): ListedTag[] {
  return tags.filter((tag) => tag.written_at === null && !done.has(tag.nfc_id))
}

/**
 * Chooses the tag to write next; null if none of the type is left. `seed` gives each phone its own
 * order, because two phones with the same order would write the same id to two tags. The choice
 * stays the same until that tag is written.
 */
export function chooseTag(
  open: readonly ListedTag[],
  type: TagType,
  seed: string,
): ListedTag | null {
  const ofType = open.filter((tag) => tag.nfc_type === type)
  return ofType.reduce<ListedTag | null>((best, tag) => {
    return best === null || fnv1a(seed + tag.nfc_id) < fnv1a(seed + best.nfc_id) ? tag : best
  }, null)
}

function TagWriting({ tags, reports }: { tags: readonly ListedTag[]; reports: Reports }) {
  const { unreported, sending, refused, report } = reports
  const [seed] = useState(randomUuid)
  const [written, setWritten] = useState<readonly string[]>([])

  const open = useMemo(
    () => openTags(tags, new Set([...written, ...unreported])),
    [tags, written, unreported],
  )
  const kinds = TAG_TYPES.filter((type) => tags.some((tag) => tag.nfc_type === type))
  // Keep the type until the user chooses another, even once all its tags are written: a switch to
  // another type would write the next blank tag as one that the user did not mean.
  const [kind, setKind] = useState<TagType>(
    () => kinds.find((type) => open.some((tag) => tag.nfc_type === type)) ?? 'team',
  )
  const next = chooseTag(open, kind, seed)
  const saved = tags.filter((tag) => tag.written_at !== null).length
  const last = written.at(-1)

  const onVerified = useCallback(
    (nfcId: string) => {
      setWritten((before) => [...before, nfcId])
      report(nfcId)
    },
    [report],
  )
  const nfc = useTagWriter(next?.nfc_id ?? null, onVerified)
  const phase = nfc?.phase
  useWakeLock(phase !== undefined && phase.kind !== 'stopped' && phase.kind !== 'blocked')

  function view(): PhaseView {
    if (nfc === null)
      return { icon: <SmartphoneNfc />, tone: 'warn', title: texts.noWebNfc, text: texts.elsewhere }
    const busy = nfc.phase.kind === 'checking' || nfc.phase.kind === 'writing'
    if (next === null && !busy) {
      return {
        icon: <CircleCheck />,
        title: open.length === 0 ? texts.allWritten : texts.allOfKindWritten,
      }
    }
    return phaseView(nfc.phase, nfc.writer)
  }

  function savedState(nfcId: string) {
    if (refused.some((one) => one.nfcId === nfcId)) return 'refused'
    if (!unreported.includes(nfcId)) return 'saved'
    return sending ? 'sending' : 'waiting'
  }

  return (
    <>
      <Progress done={saved} all={tags.length} label={texts.progress(saved, tags.length)} />
      {/* Tags look the same, so the person placing them chooses which type to write. */}
      {nfc !== null && kinds.length > 1 && open.length > 0 && (
        <Choice
          legend={texts.kindChoice}
          options={kinds}
          names={texts.kinds}
          chosen={kind}
          onChoose={setKind}
        />
      )}
      <PhaseCard {...view()} />
      {nfc !== null && next !== null && (
        <p className="text-center text-soft">
          {texts.next(texts.kinds[next.nfc_type])}
          <span className="block font-mono text-sm text-ink">{groupTagId(next.nfc_id)}</span>
        </p>
      )}
      {last !== undefined && <LastTag nfcId={last} saved={savedState(last)} />}
    </>
  )
}

interface LastTagProps {
  nfcId: string
  /** The state of the report to the server that a tag was written. */
  saved: 'sending' | 'saved' | 'waiting' | 'refused'
}

const SAVED = {
  sending: texts.saving,
  saved: texts.saved,
  waiting: texts.notSaved,
  refused: null,
} as const

function LastTag({ nfcId, saved }: LastTagProps) {
  return (
    <section aria-label={texts.written} className="rounded-card border border-line bg-surface p-5">
      <div role="status" className="flex items-start gap-3">
        <CircleCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-accent" />
        <div className="min-w-0">
          <p className="font-bold">{texts.written}</p>
          <p className="font-mono text-sm">{groupTagId(nfcId)}</p>
          {SAVED[saved] !== null && (
            <p className={saved === 'waiting' ? 'text-warn' : 'text-soft'}>{SAVED[saved]}</p>
          )}
        </div>
      </div>
    </section>
  )
}

/** The screen 'Pisanje oznaka': a booth's staff write the event's tags with an Android phone. */
export function TagWritingPage() {
  const user = useUser()
  return <Workbench key={user.id} user={user} />
}

function Workbench({ user }: { user: User }) {
  const list = useQuery({ ...query(listTags, {}), refetchInterval: useRefreshInterval() })
  const reports = useReports(user.id)
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-5">
      <div>
        <h1 className="text-3xl font-bold">{texts.title}</h1>
        <p className="mt-1 text-lg text-soft">{texts.hint}</p>
      </div>
      <QueryState query={list}>
        {({ tags }) =>
          tags.length === 0 ? (
            <Panel>
              <Notice icon={<PackageOpen />} title={texts.noTags} text={texts.noTagsText} />
            </Panel>
          ) : (
            <TagWriting tags={tags} reports={reports} />
          )
        }
      </QueryState>
      <UnsavedTags reports={reports} />
    </div>
  )
}

/**
 * Written tags whose report the server has not confirmed or has refused. Renders nothing if there
 * are none.
 */
function UnsavedTags({ reports: { unreported, sending, refused, sendNow } }: { reports: Reports }) {
  return (
    <>
      {refused.map(({ nfcId, message }) => (
        <p key={nfcId} role="alert" className="rounded-card border border-danger p-4 text-danger">
          {texts.refused(groupTagId(nfcId), message)}
        </p>
      ))}
      {unreported.length > 0 && (
        <Panel title={texts.waitingCount(unreported.length)}>
          <p className="text-soft">{texts.waitingText}</p>
          <Button className="mt-4 w-full" variant="secondary" busy={sending} onClick={sendNow}>
            {texts.sendNow}
          </Button>
        </Panel>
      )}
    </>
  )
}
