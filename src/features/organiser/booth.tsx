import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { overview, revokeDevice } from '#contract/calls/organiser'
import type { OverviewBooth } from '#contract/organiser-entities'
import { formatAgo } from '#lib/relative-date'
import { correctionTexts } from '#texts/corrections'
import { DOT } from '#texts/nouns'
import { organiserTexts } from '#texts/organiser'
import { NEW } from '../../session/search-params'
import { buttonClasses } from '../../ui/button'
import { QueryState } from '../../ui/loading'
import { Panel } from '../../ui/panel'
import { useNow } from '../../ui/use-now'
import { Correction, organiserQuery } from './correction'
import { BackButton, PersonRow, useOpen } from './frame'
import { SignInLink } from './search'

type BoothStaff = OverviewBooth['staff'][number]

function deviceText({ signed_in, last_seen_at }: BoothStaff, now: number): string {
  if (!signed_in) return organiserTexts.deviceNotSignedIn
  return last_seen_at === null
    ? organiserTexts.neverSeen
    : organiserTexts.seen(formatAgo(last_seen_at, now))
}

interface SetupLinkProps {
  readonly boothId: string
  /** The person whose form to open; `NEW` for a new person. */
  readonly personId?: string
  readonly text: string
}

/** Links to the form that changes the booth or a person at it. */
function SetupLink({ text, ...opened }: SetupLinkProps) {
  return (
    <Link
      to="/organizator/priprema"
      search={{ part: 'booths', ...opened }}
      className={buttonClasses('secondary')}
    >
      {text}
    </Link>
  )
}

function Waiting({
  person: { waiting },
  before,
}: {
  person: Pick<BoothStaff, 'waiting'>
  before: string
}) {
  if (waiting === null || waiting === 0) return null
  return <strong className="text-danger">{before + organiserTexts.waits(waiting)}</strong>
}

function StaffRow({ person, boothId, now }: { person: BoothStaff; boothId: string; now: number }) {
  const detail = (
    <>
      {deviceText(person, now)}
      <Waiting person={person} before={DOT} />
    </>
  )
  return (
    <PersonRow person={person} detail={detail}>
      <SignInLink person={person} />
      <SetupLink boothId={boothId} personId={person.user_id} text={organiserTexts.newNumber} />
      <SigningDevices staff={person} now={now} />
    </PersonRow>
  )
}

export function BoothPart({ vendorId }: { vendorId: string }) {
  const open = useOpen()
  const query = useQuery({
    ...organiserQuery(overview, {}),
    select: ({ booths }) => booths.find(({ vendor_id }) => vendor_id === vendorId) ?? null,
  })
  const now = useNow()
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      <BackButton text={organiserTexts.backToOverview} onBack={() => open({})} />
      <QueryState
        query={query}
        empty={(booth) => booth === null}
        emptyText={organiserTexts.noSuchBooth}
      >
        {(booth) => booth && <BoothDetails booth={booth} now={now} />}
      </QueryState>
    </div>
  )
}

function BoothDetails({ booth, now }: { booth: OverviewBooth; now: number }) {
  const {
    vendor_id,
    name,
    location,
    awards_last_hour,
    refused_last_hour,
    last_award_at,
    staff,
    former_staff = [],
  } = booth
  return (
    <>
      <Panel title={<span className="wrap-anywhere">{name}</span>}>
        <p className="text-soft">{location}</p>
        <p>{organiserTexts.lastHour(awards_last_hour, refused_last_hour)}</p>
        <p>
          {last_award_at === null
            ? organiserTexts.noAward
            : organiserTexts.lastAward(formatAgo(last_award_at, now))}
        </p>
      </Panel>
      <Panel title={organiserTexts.staff}>
        {staff.length === 0 ? (
          <p className="text-soft">{organiserTexts.noStaff}</p>
        ) : (
          <ul>
            {staff.map((person) => (
              <StaffRow key={person.user_id} person={person} boothId={vendor_id} now={now} />
            ))}
          </ul>
        )}
        <div className="mt-4 flex flex-wrap gap-2">
          <SetupLink boothId={vendor_id} personId={NEW} text={organiserTexts.addPerson} />
          <SetupLink boothId={vendor_id} text={organiserTexts.editBooth} />
        </div>
      </Panel>
      {former_staff.length > 0 && (
        <Panel title={organiserTexts.formerStaff}>
          <ul>
            {former_staff.map((person) => (
              <PersonRow
                key={person.user_id}
                person={person}
                detail={<Waiting person={person} before="" />}
              >
                <SigningDevices staff={person} now={now} />
              </PersonRow>
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}

/** The devices that sign copies of awards, each with a button that revokes it if it was lost. */
function SigningDevices({
  staff: { nickname, devices = [] },
  now,
}: {
  staff: Pick<BoothStaff, 'nickname' | 'devices'>
  now: number
}) {
  if (devices.length === 0) return null
  return (
    <ul className="flex w-full flex-col gap-2">
      {devices.map(({ device_id, registered_at, last_used_at, revoked_at }) => (
        <li key={device_id} className="flex flex-wrap items-center gap-x-3">
          <span className="flex-1 basis-36">
            {organiserTexts.device(
              formatAgo(last_used_at ?? registered_at, now),
              last_used_at !== null,
            )}
          </span>
          {revoked_at !== null ? (
            <strong>{organiserTexts.deviceRevoked}</strong>
          ) : (
            <Correction
              change={revokeDevice}
              texts={correctionTexts.revokeDevice(nickname)}
              tone="danger"
              input={(reason) => ({ device_id, reason })}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
