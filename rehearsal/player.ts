import { calls } from '#contract/calls'
import type { RehearsedPerson } from '#server/db/queries/rehearsal'
import type { TeamCast } from './cast'
import type { Phone } from './phone'
import { between, type FoundedTeam, pick, type Stage } from './stage'

const SCAN_TRIES = 5
/** How often a captain looks for requests, as a share of the other readings. */
const LOOK_FOR_REQUESTS = 1 / 5
/** How often a phone reads at least, also where a slow server holds it up. */
const LEAST_ROUNDS = 2

/** Signs in one device. Returns null if that failed, which the meter knows by then. */
export async function enter(stage: Stage, { userId, byLink, token }: RehearsedPerson): Promise<Phone | null> {
  const phone = stage.line.phone(byLink ? null : token)
  const reply = await (byLink ? phone.call(calls.signIn, { id: userId, mtp: token }) : phone.call(calls.currentUser, {}))
  if (reply.is !== 'ok') return null
  stage.book.counts['sign-ins']++
  if (byLink) stage.book.counts['of them with a link (an address may make only so many a minute)']++
  return phone
}

async function found(stage: Stage, captain: Phone, { tag, name, members }: TeamCast): Promise<FoundedTeam | null> {
  if (tag !== null) await captain.call(calls.scan, { nfc_id: tag, nfc_type: 'team' })
  const sticker = tag === null ? {} : { nfc_id: tag, nfc_type: 'team' }
  await captain.call(calls.createTeam, { team_name: name, ...sticker })
  // A founding whose answer did not come may have happened.
  const user = await captain.call(calls.currentUser, {})
  const id = user.is === 'ok' ? user.output.user.team?.team_id : undefined
  if (id === undefined) return null
  const team = { id, name, captain, memberIds: new Set(members.slice(0, 1).map(({ userId }) => userId)) }
  stage.book.teams.push(team)
  return team
}

/** A captain lets in who asks, until the team is complete; also after the play, where the server was slow. */
async function letIn(stage: Stage, team: FoundedTeam, size: number): Promise<void> {
  const { captain, id } = team
  while (team.memberIds.size < size && !stage.isOver() && stage.isPatient()) {
    await stage.pause(stage.schedule.readEveryMs * LOOK_FOR_REQUESTS)
    const list = await captain.call(calls.listInvites, {})
    for (const { player_id } of list.is === 'ok' ? list.output.invites : []) {
      const reply = await captain.call(calls.acceptInvite, { player_id })
      if (reply.is === 'ok') stage.book.counts['requests accepted']++
    }
    const held = await captain.call(calls.listMembers, { team_id: id })
    if (held.is === 'ok') team.memberIds = new Set(held.output.members.map(({ player_id }) => player_id))
  }
}

async function collectBonus({ book, cast }: Stage, phone: Phone, teamId: string): Promise<void> {
  const tag = pick(cast.bonusTags) ?? ''
  book.counts['scans of a hidden bonus']++
  // A scan whose answer does not come may have counted; scanning again is answered with what was collected.
  const scan = () => phone.call(calls.scan, { nfc_id: tag, nfc_type: 'bonus', queued_ms: 0 })
  let reply = await scan()
  for (let tries = 1; tries < SCAN_TRIES && reply.is === 'silence'; tries++) reply = await scan()
  if (reply.is !== 'ok') return
  const id = reply.output.nfc.award?.award_id ?? 'nothing'
  const before = book.bonuses.get(`${teamId} ${tag}`) ?? id
  book.bonuses.set(`${teamId} ${tag}`, before)
  if (before !== id) book.contradictions.push(`the bonus ${tag} was answered to one team as ${before} and as ${id}`)
}

/** Opens the phone's stream. A captain's card reads its points each time that it is told of them. */
function listen({ meter }: Stage, phone: Phone, teamOfCaptain: string | undefined): void {
  let reading = Promise.resolve()
  async function read(): Promise<void> {
    const reply = await phone.call(calls.teamPoints, {})
    if (reply.is === 'ok') for (const { award_id } of reply.output.awards) meter.shows(award_id)
  }
  if (teamOfCaptain === undefined) phone.listen({})
  else
    phone.listen({
      opened: () => meter.listening.add(teamOfCaptain),
      ofTeam: () => {
        reading = reading.then(read)
      },
    })
}

/** What a phone reads that has its card open, and a scan now and then, until the end of the play. */
async function playPhone(stage: Stage, phone: Phone, teamId: string | undefined): Promise<void> {
  const { schedule, book } = stage
  /** Of lists that say whether they changed. */
  const versions: { list?: string | undefined; ranking?: string | undefined } = {}
  const goesOn = (round: number) => stage.elapsed() < schedule.playMs || (round < LEAST_ROUNDS && stage.isPatient())
  await phone.call(calls.listVendors, {})
  for (let round = 0; goesOn(round) && !stage.isOver(); round++) {
    book.counts['readings of a whole card or board']++
    const user = await phone.call(calls.currentUser, {})
    const list = await phone.call(calls.listTeams, { version: versions.list })
    if (list.is === 'ok') versions.list = list.output.version
    const ranking = await phone.call(calls.ranking, { version: versions.ranking })
    if (ranking.is === 'ok') versions.ranking = ranking.output.version
    if (teamId !== undefined && user.is === 'ok' && user.output.user.team !== null) {
      await phone.call(calls.teamPoints, {})
      await phone.call(calls.checkCooldown, { team_id: teamId })
      if (round % 3 === 1) await collectBonus(stage, phone, teamId)
    }
    await stage.pause(schedule.readEveryMs * between(0.8, 1.2))
  }
}

/** The phones of one team, from the sign-in to the end. Captains come first, so that the others find their teams. */
export async function playTeam(stage: Stage, cast: TeamCast): Promise<void> {
  const { arrivalMs } = stage.schedule
  let teamOf: (team: FoundedTeam | null) => void = () => undefined
  const founded = new Promise<FoundedTeam | null>((resolve) => (teamOf = resolve))
  async function playMember(member: RehearsedPerson, index: number): Promise<void> {
    const isCaptain = index === 0
    await stage.pause(arrivalMs * (isCaptain ? between(0, 0.5) : between(0.3, 1)))
    const phone = stage.isOver() ? null : await enter(stage, member)
    if (isCaptain) teamOf(phone && (await found(stage, phone, cast)))
    const team = await founded
    if (phone === null) return
    if (team !== null && !isCaptain && (await phone.call(calls.joinTeam, { team_id: team.id })).is === 'ok') {
      stage.book.counts['requests to join']++
    }
    listen(stage, phone, isCaptain ? team?.id : undefined)
    await Promise.all([playPhone(stage, phone, team?.id), isCaptain && team && letIn(stage, team, cast.members.length)])
  }
  await Promise.all(cast.members.map(playMember))
}
