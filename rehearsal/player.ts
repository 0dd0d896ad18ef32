import { calls } from '#contract/calls'
import type { RehearsedPerson } from '#server/db/queries/rehearsal'
import type { Phone } from './phone'
import type { PlannedTeam } from './plan'
import { pick, type Rehearsal, type RehearsedTeam, randomBetween } from './rehearsal'

const SCAN_TRIES = 5
/** How many times a captain reads requests while a phone reads its card once. */
const REQUESTS_FACTOR = 5
/** Minimum readings of the whole card per phone, even if the server is slow. */
const MIN_ROUNDS = 2

/** Signs in. Returns null on failure, which the meter has counted. */
export async function signIn(
  rehearsal: Rehearsal,
  { userId, byLink, token }: RehearsedPerson,
): Promise<Phone | null> {
  const phone = rehearsal.phones.open(byLink ? null : token)
  const reply = await (byLink
    ? phone.call(calls.signIn, { id: userId, mtp: token })
    : phone.call(calls.currentUser, {}))
  if (reply.kind !== 'ok') return null
  rehearsal.results.counts['sign-ins']++
  if (byLink)
    rehearsal.results.counts['of them with a link (an address may make only so many a minute)']++
  return phone
}

async function createTeam(
  { results }: Rehearsal,
  captain: Phone,
  { tag, name, members }: PlannedTeam,
) {
  if (tag !== null) await captain.call(calls.scan, { nfc_id: tag, nfc_type: 'team' })
  const withTag = tag === null ? {} : { nfc_id: tag, nfc_type: 'team' }
  await captain.call(calls.createTeam, { team_name: name, ...withTag })
  // The team may exist although no answer came.
  const user = await captain.call(calls.currentUser, {})
  const id = user.kind === 'ok' ? user.output.user.team?.team_id : undefined
  if (id === undefined) return null
  const team = {
    id,
    name,
    captain,
    memberIds: new Set(members.slice(0, 1).map(({ userId }) => userId)),
  }
  results.teams.push(team)
  return team
}

/**
 * Accepts requests until the team is complete; if the server is slow, even after the play's end.
 */
async function acceptRequests(
  rehearsal: Rehearsal,
  team: RehearsedTeam,
  size: number,
): Promise<void> {
  const { captain, id } = team
  while (team.memberIds.size < size && !rehearsal.isStopped() && rehearsal.hasTimeLeft()) {
    await rehearsal.pause(rehearsal.schedule.readEveryMs / REQUESTS_FACTOR)
    const list = await captain.call(calls.listInvites, {})
    for (const { player_id } of list.kind === 'ok' ? list.output.invites : []) {
      const reply = await captain.call(calls.acceptInvite, { player_id })
      if (reply.kind === 'ok') rehearsal.results.counts['requests accepted']++
    }
    const held = await captain.call(calls.listMembers, { team_id: id })
    if (held.kind === 'ok')
      team.memberIds = new Set(held.output.members.map(({ player_id }) => player_id))
  }
}

async function collectBonus(
  { results, plan }: Rehearsal,
  phone: Phone,
  teamId: string,
): Promise<void> {
  const tag = pick(plan.bonusTags) ?? ''
  results.counts['scans of a hidden bonus']++
  // Repeat a scan that got no answer: if it counted, the next scan returns the recorded bonus.
  const scan = () => phone.call(calls.scan, { nfc_id: tag, nfc_type: 'bonus', queued_ms: 0 })
  let reply = await scan()
  for (let tries = 1; tries < SCAN_TRIES && reply.kind === 'silence'; tries++) reply = await scan()
  if (reply.kind !== 'ok') return
  const id = reply.output.nfc.award?.award_id ?? 'nothing'
  const before = results.bonuses.get(`${teamId} ${tag}`) ?? id
  results.bonuses.set(`${teamId} ${tag}`, before)
  if (before !== id)
    results.contradictions.push(
      `the bonus ${tag} had two answers for one team: ${before} and ${id}`,
    )
}

/** Opens the phone's stream. A captain's card reads its points again at every news of the team. */
function listen({ meter }: Rehearsal, phone: Phone, teamOfCaptain: string | undefined) {
  if (teamOfCaptain === undefined) return phone.listen({})
  let reading = Promise.resolve()
  async function read(): Promise<void> {
    const reply = await phone.call(calls.teamPoints, {})
    if (reply.kind === 'ok') for (const { award_id } of reply.output.awards) meter.shown(award_id)
  }
  return phone.listen({
    onOpen: () => meter.listening.add(teamOfCaptain),
    onTeam: () => {
      reading = reading.then(read)
    },
  })
}

/** Plays a phone with an open card and occasional scans until the end. */
async function playPhone(
  rehearsal: Rehearsal,
  phone: Phone,
  teamId: string | undefined,
): Promise<void> {
  const { schedule, results } = rehearsal
  /** Versions of the lists that support `unchanged`. */
  const versions: { list?: string | undefined; ranking?: string | undefined } = {}
  const goesOn = (round: number) =>
    rehearsal.elapsed() < schedule.playMs || (round < MIN_ROUNDS && rehearsal.hasTimeLeft())
  await phone.call(calls.listVendors, {})
  for (let round = 0; goesOn(round) && !rehearsal.isStopped(); round++) {
    results.counts['readings of a whole card or board']++
    const user = await phone.call(calls.currentUser, {})
    const list = await phone.call(calls.listTeams, { version: versions.list })
    if (list.kind === 'ok') versions.list = list.output.version
    const ranking = await phone.call(calls.ranking, { version: versions.ranking })
    if (ranking.kind === 'ok') versions.ranking = ranking.output.version
    if (teamId !== undefined && user.kind === 'ok' && user.output.user.team !== null) {
      await phone.call(calls.teamPoints, {})
      await phone.call(calls.checkCooldown, { team_id: teamId })
      if (round % 3 === 1) await collectBonus(rehearsal, phone, teamId)
    }
    await rehearsal.pause(schedule.readEveryMs * randomBetween(0.8, 1.2))
  }
}

/**
 * Plays the phones of one team from sign-in to end. Captains tend to start earlier; a member who
 * starts first waits until the team exists.
 */
export async function playTeam(rehearsal: Rehearsal, planned: PlannedTeam): Promise<void> {
  const [{ arrivalMs }, { members }] = [rehearsal.schedule, planned]
  let resolveTeam: (team: RehearsedTeam | null) => void = () => undefined
  const created = new Promise<RehearsedTeam | null>((resolve) => (resolveTeam = resolve))
  async function playMember(member: RehearsedPerson, index: number): Promise<void> {
    const isCaptain = index === 0
    await rehearsal.pause(arrivalMs * (isCaptain ? randomBetween(0, 0.5) : randomBetween(0.3, 1)))
    const phone = rehearsal.isStopped() ? null : await signIn(rehearsal, member)
    if (isCaptain) resolveTeam(phone && (await createTeam(rehearsal, phone, planned)))
    const team = await created
    if (phone === null) return
    if (
      team !== null &&
      !isCaptain &&
      (await phone.call(calls.joinTeam, { team_id: team.id })).kind === 'ok'
    ) {
      rehearsal.results.counts['requests to join']++
    }
    listen(rehearsal, phone, isCaptain ? team?.id : undefined)
    await Promise.all([
      playPhone(rehearsal, phone, team?.id),
      isCaptain && team && acceptRequests(rehearsal, team, members.length),
    ])
  }
  await Promise.all(members.map(playMember))
}
