import { calls } from '#contract/calls'
import type { TeamCast } from './cast'
import { enter, insist } from './enter'
import type { Phone } from './phone'
import type { Stage } from './stage'

type Member = TeamCast['members'][number]

/** How often a captain looks for requests, as a share of the other readings. */
const LOOK_FOR_REQUESTS = 1 / 5
const SCAN_TRIES = 5
/** How often a phone reads at least, also where a slow server holds it up. */
const LEAST_ROUNDS = 2

/** What a phone keeps of lists that say whether they changed. */
interface Versions {
  list: string | undefined
  ranking: string | undefined
}

async function found(stage: Stage, phone: Phone, team: TeamCast, captain: Member): Promise<string | null> {
  const tag = team.tag === null ? {} : { nfc_id: team.tag, nfc_type: 'team' }
  if (team.tag !== null) await phone.call(calls.scan, { nfc_id: team.tag, nfc_type: 'team' })
  const reply = await insist(stage, () => phone.call(calls.createTeam, { team_name: team.name, ...tag }))
  // A founding whose answer did not come may have happened.
  const user = reply.is === 'ok' ? null : await phone.call(calls.currentUser, {})
  const id = reply.is === 'ok' ? reply.output.team_id : user?.is === 'ok' ? user.output.user.team?.team_id : undefined
  if (id === undefined) return null
  stage.book.teams.push({ id, name: team.name, phone, memberIds: new Set([captain.userId]) })
  return id
}

/** Whether an acceptance whose answer did not come has happened. */
async function isMember(phone: Phone, teamId: string, playerId: string): Promise<boolean> {
  const list = await phone.call(calls.listMembers, { team_id: teamId })
  return list.is === 'ok' && list.output.members.some(({ player_id }) => player_id === playerId)
}

/** A captain lets in who asks, until the team is complete. */
async function letIn(stage: Stage, phone: Phone, team: TeamCast, teamId: string): Promise<void> {
  const { book, schedule } = stage
  const own = book.teams.find(({ id }) => id === teamId)
  if (own === undefined) return
  // Also after the play: who asked while the server was slow gets in.
  while (own.memberIds.size < team.members.length && !stage.isOver() && stage.elapsed() < stage.lastDrainMs()) {
    await stage.pause(schedule.readEveryMs * LOOK_FOR_REQUESTS)
    const list = await phone.call(calls.listInvites, {})
    for (const { player_id } of list.is === 'ok' ? list.output.invites : []) {
      const reply = await phone.call(calls.acceptInvite, { player_id })
      if (reply.is === 'refused' || (reply.is === 'silence' && !(await isMember(phone, teamId, player_id)))) continue
      own.memberIds.add(player_id)
      book.counts.accepted++
    }
  }
}

async function askToJoin(stage: Stage, phone: Phone, founded: Promise<string | null>): Promise<string | null> {
  const teamId = await founded
  if (teamId === null) return null
  const reply = await insist(stage, () => phone.call(calls.joinTeam, { team_id: teamId }))
  if (reply.is === 'ok') stage.book.counts.requests++
  return reply.is === 'ok' ? teamId : null
}

/** What a phone reads that has its card open. Returns whether it has a team. */
async function readAll({ book }: Stage, phone: Phone, teamId: string | null, kept: Versions): Promise<boolean> {
  book.counts.readings++
  const user = await phone.call(calls.currentUser, {})
  const list = await phone.call(calls.listTeams, kept.list === undefined ? {} : { version: kept.list })
  if (list.is === 'ok') kept.list = list.output.version ?? kept.list
  const ranking = await phone.call(calls.ranking, kept.ranking === undefined ? {} : { version: kept.ranking })
  if (ranking.is === 'ok') kept.ranking = ranking.output.version ?? kept.ranking
  const hasTeam = user.is === 'ok' && user.output.user.team !== null
  if (!hasTeam || teamId === null) return hasTeam
  await phone.call(calls.teamPoints, {})
  await phone.call(calls.checkCooldown, { team_id: teamId })
  return true
}

async function collectBonus({ book, cast, chance }: Stage, phone: Phone, teamId: string): Promise<void> {
  const tag = chance.pick(cast.bonusTags)
  book.counts.bonusScans++
  const scan = () => phone.call(calls.scan, { nfc_id: tag, nfc_type: 'bonus', queued_ms: 0 })
  // Scanning again is answered with what was collected.
  let reply = await scan()
  for (let tries = 1; tries < SCAN_TRIES && reply.is === 'silence'; tries++) reply = await scan()
  if (reply.is !== 'ok') return
  const { award } = reply.output.nfc
  if (award === null) book.contradictions.push(`the bonus ${tag} was answered without an award`)
  else book.bonuses.push({ teamId, tag, awardId: award.award_id })
}

function listen({ meter: { news } }: Stage, phone: Phone, teamOfCaptain: string | null): void {
  phone.listen({
    opened() {
      if (teamOfCaptain !== null) news.listens(teamOfCaptain)
    },
    changed(topics) {
      if (teamOfCaptain !== null && topics.includes('team')) news.heard(teamOfCaptain)
    },
  })
}

interface Arrived {
  readonly phone: Phone
  readonly teamId: string | null
}

/** Signs in between two shares of the arrival, then founds or joins a team. Returns null if nobody came. */
async function arrive(
  stage: Stage,
  member: Member,
  [from, until]: readonly [number, number],
  teamOf: (phone: Phone) => Promise<string | null>,
): Promise<Arrived | null> {
  await stage.pause(stage.schedule.arrivalMs * stage.chance.between(from, until))
  const phone = stage.isOver() ? null : await enter(stage, member)
  return phone === null ? null : { phone, teamId: await teamOf(phone) }
}

/** What a phone does until the end of the play. */
async function playPhone(stage: Stage, { phone, teamId }: Arrived): Promise<void> {
  const { schedule, chance } = stage
  const kept: Versions = { list: undefined, ranking: undefined }
  const goesOn = (round: number) =>
    stage.elapsed() < schedule.playMs || (round < LEAST_ROUNDS && stage.elapsed() < stage.lastDrainMs())
  await phone.call(calls.listVendors, {})
  for (let round = 0; goesOn(round) && !stage.isOver(); round++) {
    const hasTeam = await readAll(stage, phone, teamId, kept)
    if (hasTeam && teamId !== null && round % 3 === 1) await collectBonus(stage, phone, teamId)
    await stage.pause(schedule.readEveryMs * chance.between(0.8, 1.2))
  }
}

/** The phones of one team, from the sign-in to the end. */
export async function playTeam(stage: Stage, team: TeamCast): Promise<void> {
  const [captain, ...others] = team.members
  if (captain === undefined) return
  // Captains come first, so that the others find their teams.
  const first = arrive(stage, captain, [0, 0.5], (phone) => found(stage, phone, team, captain))
  const founded = first.then((arrived) => arrived?.teamId ?? null)
  async function playCaptain(): Promise<void> {
    const arrived = await first
    if (arrived === null) return
    const { phone, teamId } = arrived
    listen(stage, phone, teamId)
    const lettingIn = teamId === null ? null : letIn(stage, phone, team, teamId)
    await Promise.all([playPhone(stage, arrived), lettingIn])
  }
  async function playOther(member: Member): Promise<void> {
    const arrived = await arrive(stage, member, [0.3, 1], (phone) => askToJoin(stage, phone, founded))
    if (arrived === null) return
    listen(stage, arrived.phone, null)
    await playPhone(stage, arrived)
  }
  await Promise.all([playCaptain(), ...others.map(playOther)])
}
