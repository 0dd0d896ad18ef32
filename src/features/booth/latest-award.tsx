import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { PointType } from '#contract/entities'
import { awardTexts } from '#texts/booth'
import { signed } from '#texts/nouns'
import { outboxTexts } from '#texts/outbox'
import { voucherTexts } from '#texts/voucher'
import { canScan } from '../../scanner/web-nfc'
import { scannerRequests } from '../../session/guards'
import { Button, buttonClasses } from '../../ui/button'
import { classes } from '../../ui/classes'
import { Room } from '../../ui/loading'
import { allowSound } from '../../ui/signal'
import { AwardActions, AwardWords, type GivenState, QUIET, useUndo, wordsOf } from '../outbox/award-state'

/** The state of an award before the latest one, in one line below its button. */
export function EarlierWords({ state }: { state: GivenState }) {
  const { icon: Icon, className, text } = wordsOf(state)
  return (
    <span className={classes('flex items-center gap-1.5', className)}>
      <Icon aria-hidden className="size-4 shrink-0" />
      <span data-state="" className="truncate">
        {text}
      </span>
    </span>
  )
}

/**
 * True if a screen reader should stay silent: that an award waits is announced once, not after every attempt to send it, and then its
 * outcome. It is announced when the words first stand there, which may be after the first attempt.
 */
function useIsOldNews(state: GivenState | undefined): boolean {
  const waits = state?.is === 'waiting' ? state.awardId : null
  const [stood, setStood] = useState(waits)
  const [told, setTold] = useState<string | null>(null)
  if (waits !== stood) {
    setStood(waits)
    if (stood !== null) setTold(stood)
  }
  return state?.is === 'sending' || (waits !== null && waits === told)
}

const ROW = 'flex flex-wrap items-center gap-2'
const NARROW = 'px-3!'

interface LatestAwardProps {
  /** Undefined before the first tap. */
  state: GivenState | undefined
  pointType: PointType | undefined
  teamName: string
  /** Server time in ms. */
  now: number
}

/** The latest award to this team: one large line, what it allows, and the way to the next team. */
export function LatestAward({ state, pointType, teamName, now }: LatestAwardProps) {
  const isOldNews = useIsOldNews(state)
  const undo = useUndo(state?.is === 'recorded' ? state.award : null, now)
  // As recorded, once it is: the name of a team that only its code told is then known.
  const { points, team_name } = state?.is === 'recorded' ? state.award : { points: pointType?.points ?? 0, team_name: teamName }
  return (
    // The same height whatever is said: a button that moves under a thumb gives the wrong points (fault 57).
    <section aria-label={awardTexts.latest} className="relative grid *:[grid-area:1/1]">
      <MostRoom />
      {/* A text that is longer still, from a newer server, scrolls. */}
      <div className="absolute inset-0 flex flex-col justify-between gap-1 overflow-y-auto">
        {/* Here before the first tap: screen readers announce only changes of a region that they know. */}
        <div
          role="status"
          aria-live={isOldNews ? 'off' : undefined}
          data-award={pointType?.label}
          className="text-xl leading-7 short:text-lg short:leading-6"
        >
          {state !== undefined && <AwardWords state={state} undo={undo} what={` ${signed(points)} · ${team_name}`} />}
        </div>
        {state !== undefined && (
          <div className={ROW}>
            <AwardActions state={state} undo={undo} label={pointType?.label ?? ''} teamName={team_name} />
            <NextTeam />
          </div>
        )}
      </div>
    </section>
  )
}

/** The room of two lines and of an award that waits, which has most buttons. */
function MostRoom() {
  return (
    <div className="flex flex-col justify-between gap-1">
      <span className="min-h-14 short:min-h-12" />
      <div className={ROW}>
        <Room className={classes(buttonClasses('quiet'), QUIET)} text={outboxTexts.cancel} />
        <Room className={classes(buttonClasses('secondary'), NARROW, 'pl-10!')} text={voucherTexts.show} />
        <Room className={classes(buttonClasses('secondary'), NARROW)} text={awardTexts.nextTeam} />
      </div>
    </div>
  )
}

/** The hash of the board's address that puts the cursor into the search. */
export const SEARCH_HASH = 'pretraga'

/** The one step from an award to the next team: the scanner, or the search on a device that has none. */
function NextTeam() {
  const router = useRouter()
  async function goOn() {
    allowSound()
    if (await canScan()) scannerRequests.emit()
    else await router.navigate({ to: '/vendor', hash: SEARCH_HASH })
  }
  return (
    <Button variant="secondary" arrives className={NARROW} onClick={() => void goOn()}>
      {awardTexts.nextTeam}
    </Button>
  )
}
