import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { overview, revokeDevice } from '#contract/calls/organiser'
import type { Overview } from '#contract/organiser-entities'
import { formatAgo } from '#lib/relative-date'
import { correctionTexts } from '#texts/corrections'
import { organiserTexts } from '#texts/organiser'
import { buttonClasses } from '../../ui/button'
import { QueryState } from '../../ui/loading'
import { Panel } from '../../ui/panel'
import { useNow } from '../../ui/use-now'
import { Correction, organiserQuery } from './correction'
import { BackButton, PhoneLink, useOpen } from './frame'
import { SignInLink } from './search'

type Booth = Overview['booths'][number]
type Staff = Booth['staff'][number]

function deviceText({ signed_in, last_seen_at }: Staff, now: number): string {
  if (!signed_in) return organiserTexts.deviceNotSignedIn
  return last_seen_at === null ? organiserTexts.neverSeen : organiserTexts.seen(formatAgo(last_seen_at, now))
}

interface ToSetupProps {
  readonly stand: string
  /** Whose form is opened; `nova` for a new person's. */
  readonly osoba?: string
  readonly text: string
}

/** Leads to where the booth, or somebody at it, is changed. */
function ToSetup({ text, ...opened }: ToSetupProps) {
  return (
    <Link to="/organizator/priprema" search={{ dio: 'standovi', ...opened }} className={buttonClasses('secondary')}>
      {text}
    </Link>
  )
}

function Person({ person, stand, now }: { person: Staff; stand: string; now: number }) {
  const { first_name, last_name, nickname, mobile, waiting } = person
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0">
      <div className="min-w-0 flex-1 basis-52 wrap-anywhere">
        <p className="font-semibold">
          {first_name} {last_name} ({nickname})
        </p>
        <p className="text-sm text-soft">
          {deviceText(person, now)}
          {waiting !== null && waiting > 0 && <strong className="text-danger"> · {organiserTexts.waits(waiting)}</strong>}
        </p>
      </div>
      <PhoneLink mobile={mobile} />
      <SignInLink person={person} />
      <ToSetup stand={stand} osoba={person.user_id} text={organiserTexts.newNumber} />
      <SigningDevices staff={person} now={now} />
    </li>
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
      <QueryState query={query} empty={(booth) => booth === null} emptyText={organiserTexts.noSuchBooth}>
        {(booth) => booth && <Loaded booth={booth} now={now} />}
      </QueryState>
    </div>
  )
}

function Loaded({ booth, now }: { booth: Booth; now: number }) {
  const { vendor_id, name, location, awards_last_hour, refused_last_hour, last_award_at, staff, former_staff = [] } = booth
  return (
    <>
      <Panel title={<span className="wrap-anywhere">{name}</span>}>
        <p className="text-soft">{location}</p>
        <p>{organiserTexts.lastHour(awards_last_hour, refused_last_hour)}</p>
        <p>{last_award_at === null ? organiserTexts.noAward : organiserTexts.lastAward(formatAgo(last_award_at, now))}</p>
      </Panel>
      <Panel title={organiserTexts.staff}>
        {staff.length === 0 ? (
          <p className="text-soft">{organiserTexts.noStaff}</p>
        ) : (
          <ul>
            {staff.map((person) => (
              <Person key={person.user_id} person={person} stand={vendor_id} now={now} />
            ))}
          </ul>
        )}
        <div className="mt-4 flex flex-wrap gap-2">
          <ToSetup stand={vendor_id} osoba="nova" text={organiserTexts.addPerson} />
          <ToSetup stand={vendor_id} text={organiserTexts.editBooth} />
        </div>
      </Panel>
      {former_staff.length > 0 && (
        <Panel title={organiserTexts.formerStaff}>
          <ul>
            {former_staff.map((person) => (
              <li key={person.user_id} className="border-t border-line py-3 first:border-t-0">
                <p className="mb-2 font-semibold wrap-anywhere">
                  {person.first_name} {person.last_name} ({person.nickname})
                </p>
                <SigningDevices staff={person} now={now} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}

/** The devices whose copies of awards the server takes, with a button for a lost one. */
function SigningDevices({ staff: { nickname, devices = [] }, now }: { staff: Pick<Staff, 'nickname' | 'devices'>; now: number }) {
  if (devices.length === 0) return null
  return (
    <ul className="flex w-full flex-col gap-2">
      {devices.map(({ device_id, registered_at, last_used_at, revoked_at }) => (
        <li key={device_id} className="flex flex-wrap items-center gap-x-3">
          <span className="flex-1 basis-36">
            {organiserTexts.device(formatAgo(last_used_at ?? registered_at, now), last_used_at !== null)}
          </span>
          {revoked_at !== null ? (
            <strong>{organiserTexts.deviceRevoked}</strong>
          ) : (
            <Correction
              change={revokeDevice}
              says={correctionTexts.revokeDevice(nickname)}
              tone="danger"
              input={(reason) => ({ device_id, reason })}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
