import { teamTexts } from '#i18n/team'
import { CreateTeam } from './create-team'
import { DepartureNotice } from './departure-notice'
import { FindTeam } from './find-team'
import { OfferedTeam } from './offered-team'
import type { Departure } from './use-departure'

interface TeamlessCardProps {
  /** The team whose QR code was opened, offered first; undefined if none was. */
  offeredTeamId: string | undefined
  departure: Departure | null
}

/** The ways to join a team. */
export function TeamlessCard({ offeredTeamId, departure }: TeamlessCardProps) {
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-5">
      <div>
        <DepartureNotice departure={departure} />
        <h1 className="text-3xl font-bold">{teamTexts.noTeamTitle}</h1>
        <p className="mt-1 text-lg text-soft">{teamTexts.noTeamText}</p>
      </div>
      {offeredTeamId !== undefined && <OfferedTeam teamId={offeredTeamId} />}
      <div className="grid items-start gap-5 md:grid-cols-2">
        <CreateTeam />
        <FindTeam />
      </div>
    </div>
  )
}
