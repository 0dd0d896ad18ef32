import { randomUUID } from 'node:crypto'
import type { CallInput, CallName, CallOutput } from '#contract/calls'
import type { Said } from './http-call'

/** Makes a call as somebody, on whichever server it lands; null where no answer came back. */
export type Ask = <N extends CallName>(who: string, name: N, input: CallInput<N>) => Promise<Said<N> | null>

interface People {
  readonly captain: string
  readonly mate: string
  /** Of a booth that gives `dolazak`. */
  readonly staff: string
}

/**
 * Founds a team, joins, accepts, awards and disbands, and after each change reads what it must have changed. Returns the readings
 * that did not show it. A call without an answer is made again.
 */
export async function playRound(ask: Ask, { captain, mate, staff }: People): Promise<string[]> {
  const old: string[] = []
  const team_name = `Tim ${randomUUID().slice(0, 8)}`

  async function change<N extends CallName>(who: string, name: N, input: CallInput<N>): Promise<void> {
    for (let tries = 1; ; tries++) {
      const said = await ask(who, name, input)
      if (said?.status === 'OK') return
      // Without an answer it may have been done, and the second try is refused.
      if (said !== null && tries === 1) throw new Error(`${name} was refused: ${said.code}`)
      if (said !== null) return
    }
  }

  async function read<N extends CallName, T>(
    who: string,
    name: N,
    input: CallInput<N>,
    shows: (output: CallOutput<N>) => T,
    expected: NoInfer<T>,
  ): Promise<void> {
    let said = await ask(who, name, input)
    while (said === null) said = await ask(who, name, input)
    const shown = said.output === undefined ? said.code : shows(said.output)
    if (shown !== expected) old.push(`${name}: ${JSON.stringify(shown)} in place of ${JSON.stringify(expected)}`)
  }

  await change(captain, 'createTeam', { team_name })
  let team_id = ''
  await read(
    captain,
    'currentUser',
    {},
    ({ user }) => {
      team_id = user.team?.team_id ?? ''
      return user.team?.team_name
    },
    team_name,
  )
  await change(mate, 'joinTeam', { team_id })
  await read(mate, 'currentUser', {}, ({ user }) => user.pending_team?.team_id, team_id)
  await change(captain, 'acceptInvite', { player_id: mate })
  await read(captain, 'listMembers', { team_id }, ({ members }) => members.length, 2)
  await read(mate, 'currentUser', {}, ({ user }) => user.team?.member_count, 2)
  await change(staff, 'awardPoints', { team_id, point_type: 'dolazak', award_id: randomUUID() })
  await read(staff, 'listAwards', {}, ({ awards }) => awards.some((award) => award.team_id === team_id), true)
  await read(mate, 'teamPoints', {}, ({ points, awards }) => `${points} ${awards.length}`, '1 1')
  await change(captain, 'disbandTeam', { team_name })
  await read(captain, 'currentUser', {}, ({ user }) => user.team, null)
  await read(mate, 'listTeams', {}, ({ teams }) => teams.some((team) => team.team_id === team_id), false)
  return old
}
