import { teamTexts } from '#i18n/team'
import { mutations } from '../../api/calls'
import { TeamNameForm } from '../../session/team-name-form'
import { Panel } from '../../ui/panel'
import { toast } from '../../ui/toast'
import { useTeamChange } from './use-team-change'

/** Creates a team; its founder becomes the captain. */
export function CreateTeam() {
  const create = useTeamChange(mutations.createTeam, {
    onDone: ({ team_name }) => toast.success(teamTexts.created(team_name)),
  })
  return (
    <Panel title={teamTexts.createTitle}>
      <TeamNameForm error={create.error} busy={create.isPending} onName={(team_name) => create.mutate({ team_name })} />
    </Panel>
  )
}
