import { teamTexts } from '#i18n/team'
import { CreateTeam } from './create-team'
import { FindTeam } from './find-team'

interface TeamlessCardProps {
  /** The team whose QR code was opened, to be offered first. */
  offeredTeamId: string | undefined
}

/** The two ways into a team. */
export function TeamlessCard({ offeredTeamId }: TeamlessCardProps) {
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-5">
      <div>
        <h1 className="text-3xl font-bold">{teamTexts.noTeamTitle}</h1>
        <p className="mt-1 text-lg text-soft">{teamTexts.noTeamText}</p>
      </div>
      <div className="grid items-start gap-5 md:grid-cols-2">
        <CreateTeam />
        <FindTeam offeredTeamId={offeredTeamId} />
      </div>
    </div>
  )
}
