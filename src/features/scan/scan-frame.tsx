import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { QrCode, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { checkCooldown, listVendors } from '#contract/calls/booth'
import { joinTeam } from '#contract/calls/team'
import type { Award, Nfc, User, Vendor } from '#contract/entities'
import { awardTexts } from '#texts/booth'
import { commonTexts } from '#texts/common'
import { dotted } from '#texts/nouns'
import { signed } from '#texts/numbers'
import { scanTexts } from '#texts/scan'
import { sessionTexts } from '#texts/session'
import { teamTexts } from '#texts/team'
import { hasCode } from '../../api/errors'
import { useRefreshInterval } from '../../api/live-state'
import { query } from '../../api/queries'
import { teamsQuery } from '../../api/score-queries'
import { BoothDetails } from '../../game/booth-rows'
import { CreateTeamForm } from '../../game/create-team-form'
import { useTeamChange } from '../../game/membership'
import { Button, buttonClasses, linkClasses } from '../../ui/button'
import { classes } from '../../ui/classes'
import { QueryState } from '../../ui/loading'
import { useNow } from '../../ui/use-now'
import { ToMedal, TreasureFound } from './treasure-found'

export interface ScanView {
  readonly icon: ReactNode
  /** A label above the title, such as the kind of tag. */
  readonly kind?: string
  readonly title: string
  readonly text?: string
  /** The treasure that was just found: the title is its points. */
  readonly treasure?: Award
  readonly body?: ReactNode
}

/**
 * The frame of all views of a scan. It stays mounted while the view changes, so that screen readers
 * announce each change.
 */
export function ScanFrame({ icon, kind, title, text, treasure, body }: ScanView) {
  return (
    <div className="mx-auto flex min-h-[calc(100dvh-11.5rem)] max-w-xl flex-col justify-center">
      <section
        className={classes(
          'flex flex-col gap-6 rounded-card border bg-surface px-5 py-7 text-center',
          treasure
            ? 'border-accent/60 short:gap-4 short:py-4 shadow-[0_0_4rem_-1.5rem_var(--color-halo)]'
            : 'border-line',
        )}
      >
        <div role="status" className="flex flex-col items-center gap-3">
          {treasure === undefined ? (
            <span aria-hidden className="text-soft [&>svg]:size-12">
              {icon}
            </span>
          ) : (
            <TreasureFound award={treasure} />
          )}
          {kind !== undefined && <p className="font-medium text-soft">{kind}</p>}
          {treasure === undefined ? (
            <h1 className="text-2xl leading-tight font-bold">{title}</h1>
          ) : (
            <h1 className="animate-arrive leading-none font-bold text-accent">
              <span className="text-8xl tracking-tight tabular-nums short:text-6xl">
                {signed(treasure.points)}
              </span>{' '}
              <span className="text-2xl">{teamTexts.pointsNoun(treasure.points)}</span>
            </h1>
          )}
          {text !== undefined && <p className="max-w-prose text-soft">{text}</p>}
          {treasure !== undefined && <ToMedal award={treasure} />}
        </div>
        {body !== undefined && <div className="flex flex-col gap-4">{body}</div>}
      </section>
    </div>
  )
}

export function ToCard({ text = sessionTexts.myCard }: { text?: string | undefined }) {
  return (
    <Link to="/player" className={buttonClasses()}>
      {text}
    </Link>
  )
}

export function ToBoard({ variant }: { variant?: 'secondary' }) {
  return (
    <Link to="/vendor" className={buttonClasses(variant)}>
      {awardTexts.toBoard}
    </Link>
  )
}

export function ToStart() {
  return (
    <Link to="/" className={buttonClasses('secondary')}>
      {scanTexts.toStart}
    </Link>
  )
}

export function Retry({
  variant,
  busy = false,
  onRetry,
}: {
  variant?: 'secondary'
  busy?: boolean
  onRetry: () => void
}) {
  return (
    <Button icon={RotateCw} variant={variant ?? 'primary'} busy={busy} onClick={onRetry}>
      {commonTexts.retry}
    </Button>
  )
}

interface ScannedBoothProps {
  vendorId: string
  viewer: 'player' | 'own-staff' | 'other-staff'
  /** The scanning player's team, whose cooldowns are shown; null without a team. */
  teamId: string | null
}

export function ScannedBooth({ vendorId, viewer, teamId }: ScannedBoothProps) {
  const vendors = useQuery(query(listVendors, {}))
  const booth = vendors.data?.vendors.find((vendor) => vendor.vendor_id === vendorId)
  return (
    <>
      {viewer === 'player' && teamId !== null && (
        <Link to="/player" className={buttonClasses()}>
          <QrCode aria-hidden className="size-5" />
          {teamTexts.showQr}
        </Link>
      )}
      <QueryState query={vendors} lacks={booth === undefined}>
        {() =>
          booth === undefined ? (
            // Only open booths are listed.
            <p className="text-warn">
              {viewer === 'own-staff' ? awardTexts.boothClosed : scanTexts.boothClosed}
            </p>
          ) : (
            <AboutBooth booth={booth} teamId={teamId} />
          )
        }
      </QueryState>
      {viewer === 'own-staff' && <p className="font-semibold">{scanTexts.ownBooth}</p>}
      {viewer === 'player' ? (
        <>
          {teamId === null && <ToCard />}
          <Link to="/player/standovi" className={buttonClasses('secondary')}>
            {scanTexts.toBooths}
          </Link>
        </>
      ) : (
        <ToBoard />
      )}
    </>
  )
}

/**
 * The points that the booth gives, with the team's remaining cooldowns. Without a team, and until the
 * cooldowns are known, shows only how long each one is.
 */
function AboutBooth({ booth, teamId }: { booth: Vendor; teamId: string | null }) {
  const now = useNow()
  const cooldowns = query(checkCooldown, { team_id: teamId ?? '' })
  const { data } = useQuery({
    ...cooldowns,
    enabled: teamId !== null,
    refetchInterval: useRefreshInterval(),
  })
  return (
    <BoothDetails
      booth={booth}
      offersTitle={<h2 className="mt-2 font-bold">{scanTexts.boothGives}</h2>}
      teamCooldowns={data && { cooldowns: data.cooldowns, now }}
    />
  )
}

interface CreateTeamWithTagProps {
  nfcId: string
  pendingTeam: User['pending_team']
  onCreated: () => void
  onOutdated: () => void
}

/** Creates a team that owns the scanned tag, then opens its card. */
export function CreateTeamWithTag({
  nfcId,
  pendingTeam,
  onCreated,
  onOutdated,
}: CreateTeamWithTagProps) {
  const navigate = useNavigate()
  return (
    <>
      <CreateTeamForm
        nfcId={nfcId}
        onCreated={onCreated}
        onShown={() => void navigate({ to: '/player', replace: true })}
        onFailed={(error) => hasCode(error, 'TAG_TAKEN') && onOutdated()}
      >
        {pendingTeam !== null && (
          <p className="text-warn">{scanTexts.freePending(pendingTeam.team_name)}</p>
        )}
      </CreateTeamForm>
      <div className="flex flex-wrap items-center justify-center gap-x-3 border-t border-line pt-3">
        <span className="text-soft">{scanTexts.orJoin}</span>
        <Link to="/player" search={{ way: 'join' }} className={linkClasses}>
          {teamTexts.findTitle}
        </Link>
      </div>
    </>
  )
}

interface AskToJoinProps {
  team: NonNullable<Nfc['team']>
  onOutdated: () => void
}

/**
 * Offers to request a place in a team. After the request the player's refreshed state changes the
 * screen.
 */
export function AskToJoin({ team: { team_id, team_name }, onOutdated }: AskToJoinProps) {
  const teams = useQuery(teamsQuery())
  const join = useTeamChange(joinTeam)
  const listed = teams.data?.teams.find((team) => team.team_id === team_id)
  const request = () =>
    join.mutate(
      { team_id },
      { onError: (error) => hasCode(error, 'TEAM_NOT_FOUND') && onOutdated() },
    )
  return (
    <>
      {listed !== undefined && (
        <p className="text-soft">
          {dotted(teamTexts.members(listed.member_count), teamTexts.standing(listed))}
        </p>
      )}
      {listed?.is_full === true ? (
        <>
          <p className="font-semibold text-warn">{teamTexts.closed(listed.member_count)}</p>
          <Link to="/player" className={buttonClasses('secondary')}>
            {teamTexts.toJoining}
          </Link>
        </>
      ) : (
        <Button
          busy={join.isPending || join.isSuccess}
          aria-label={teamTexts.joinNamed(team_name)}
          onClick={request}
        >
          {teamTexts.join}
        </Button>
      )}
    </>
  )
}
