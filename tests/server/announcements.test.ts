import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { CALL_NAMES, type ChangeName, calls, definitionOf } from '#contract/calls'
import { TOPICS, type Topic } from '#contract/topics'
import { reopenResults } from '#server/calls/corrections/results'
import type { Commit } from '#server/db/commits'
import { firstOrganiserUrl } from '#server/event-file/first-organiser'
import { createObservers, missing, needless } from '../support/announced'
import { type Cast, insertCast, ROLES, type Role } from '../support/cast'
import { organiserLink } from '../support/people'
import { onOneEngine } from '../support/use-game'
import { signingDevice } from '../support/vouchers'
import { casesOf } from './call-cases'
import { WHO_MAY } from './who-may'

const CHANGES = CALL_NAMES.filter(
  (name): name is ChangeName => definitionOf(name).effect === 'change',
)

const topicsOf = (name: ChangeName): readonly Topic[] => calls[name].touches

/** Roles whose calls announce the same topics as those of another role. */
const LIKE: Partial<Record<Role, Role>> = {
  stranger: 'applicant',
  'other captain': 'captain',
  'staff of booth B': 'staff of booth A',
}

/** Targets that differ from others only by their owner. */
const TARGET_LIKE: Readonly<Record<string, string>> = {
  theirs: 'ours',
  'their team’s': 'our team’s',
  'booth B’s': 'booth A’s',
}

/**
 * True for calls that concern only the caller's screens, whatever the caller's role, so that
 * testing one role is enough.
 */
const isPrivate = (name: ChangeName) => topicsOf(name).every((topic) => topic === 'user')

/** Calls whose changes appear on no screen of a cast: new tags, and the time when a tag was written. */
const UNSEEN: ReadonlySet<ChangeName> = new Set(['makeTags', 'markTagWritten'])

/** Calls that tell everybody, because they concern even people whom no row names any more. */
const TELLS_ALL: ReadonlySet<ChangeName> = new Set(['reset'])

interface Way {
  readonly role: Role
  readonly target: string
  readonly input: (cast: Cast) => object | Promise<object>
}

const by = (role: Role, target: string, input: Way['input']): Way => ({ role, target, input })

const PROFILE = ['user_id', 'first_name', 'last_name', 'email', 'mobile', 'nickname'] as const

onOneEngine('the announcements of each call', (game) => {
  async function announcedBy(name: ChangeName, cast: Cast, call: () => Promise<unknown>) {
    const observers = await createObservers(game, cast)
    const before = await observers.read()
    const changes: Commit[] = []
    const end = game.db.commits.subscribe((change) => void changes.push(change))
    await call()
    end()
    const announced = observers.topicsOf(changes)
    const after = await observers.read()
    const changed = JSON.stringify(before) !== JSON.stringify(after)
    const toNobody = TELLS_ALL.has(name) ? [] : needless(before, after, announced)
    return { announced, changed, faults: [...missing(before, after, announced), ...toNobody] }
  }

  const readProfile = (userId: string) =>
    game.db.read
      .selectFrom('users')
      .where('user_id', '=', userId)
      .select([...PROFILE])
      .executeTakeFirstOrThrow()

  /** Calls that change something only after other calls. */
  const SPECIAL: { readonly [N in ChangeName]?: Way } = {
    joinTeam: by('applicant', 'the other captain’s invitation', async ({ browser, team }) => {
      const { invite_token } = await browser['other captain'].ok('inviteToTeam', {})
      return { team_id: team.theirs, invite_token }
    }),
    unblockPerson: by('organiser', 'a blocked captain', async ({ browser, user }) => {
      await browser.organiser.ok('blockPerson', { user_id: user.captain, reason: 'Zato' })
      return { user_id: user.captain, reason: 'Zato' }
    }),
    showTeam: by('organiser', 'a hidden team', async ({ browser, team }) => {
      await browser.organiser.ok('hideTeam', { team_id: team.ours, reason: 'Zato' })
      return { team_id: team.ours, reason: 'Zato' }
    }),
    reveal: by('organiser', 'other places than before', async ({ browser, team }) => {
      await browser.organiser.ok('freeze', {})
      await browser['staff of booth A'].ok('awardPoints', {
        team_id: team.theirs,
        point_type: 'pobjeda',
      })
      return {}
    }),
    recall: by(
      'organiser',
      'a message to all',
      async ({ browser }) => await browser.organiser.ok('announce', { text: 'Krivo', to: 'all' }),
    ),
    revealNext: by('organiser', 'the last covered place', async ({ browser, team }) => {
      await browser.organiser.ok('reveal', {})
      await browser.organiser.ok('freeze', {})
      await browser.organiser.ok('adjustPoints', {
        team_id: team.theirs,
        points: 9_000,
        reason: 'Zato',
        adjustment_id: randomUUID(),
      })
      const coveredCount = async () =>
        (await browser.visitor.ok('ranking', {})).reveal?.covered.length ?? 0
      do await browser.organiser.ok('revealNext', {})
      while ((await coveredCount()) > 1)
      return {}
    }),
    moveAward: by('organiser', 'an award to another team', async ({ award, team }) => ({
      award_id: award['booth A’s'],
      team_id: team.theirs,
      reason: 'Zato',
    })),
    reopenResults: by('organiser', 'closed results', async ({ browser }) => {
      await browser.organiser.ok('closeResults', {})
      return {}
    }),
    acceptLate: by('organiser', 'an award that came late', async ({ browser, team }) => {
      await browser.organiser.ok('closeResults', {})
      await browser['staff of booth A'].answer('awardPoints', {
        team_id: team.ours,
        point_type: 'pobjeda',
      })
      const { late } = await browser.organiser.ok('listLate', {})
      return {
        late_id: late.find(({ team_id }) => team_id === team.ours)?.late_id ?? '',
        reason: 'Zato',
      }
    }),
    applyEvent: by(
      'organiser',
      'a booth with another name, and an applicant as its staff',
      async ({ browser, user }) => {
        const { event, version } = await browser.organiser.ok('readEvent', {})
        const applicant = await readProfile(user.applicant)
        const vendors = event.vendors.map(({ staff, ...booth }) => {
          return booth.vendor_id === 'arkade'
            ? { ...booth, name: `Zona ${user.applicant}`, staff: [...staff, applicant] }
            : booth
        })
        return { event: { vendors }, version }
      },
    ),
    reset: by('organiser', 'closed results', async ({ browser }) => {
      await browser.organiser.ok('closeResults', {})
      return { keep: 'tags,staff,settings,players', name: 'GeekQuest', reason: 'Nakon probe' }
    }),
    removeEntry: by('organiser', 'a person of a booth', async ({ browser, user }) => {
      const { version } = await browser.organiser.ok('readEvent', {})
      return { what: 'staff', id: user['staff of booth A'], version }
    }),
    firstOrganiser: by('visitor', 'an applicant’s number', async ({ user }) => {
      const { db } = game
      await db.write({ kind: 'event' }, (writer) =>
        writer.updateTable('users').set({ organiser_since: null }).execute(),
      )
      const token = new URL(
        (await firstOrganiserUrl(db, new URL('https://igra.example.hr'))) ?? '',
      ).hash.slice(1)
      const { user_id: _id, ...user_data } = await readProfile(user.applicant)
      return { token, user_data }
    }),
    deliver: by('member', 'a copy that a booth gave the team', async ({ browser, team }) => {
      const device = await signingDevice(game, { api: browser['staff of booth A'] }, team.ours)
      return { voucher: await device.voucher() }
    }),
  }

  // Reopen the results, which a way may have closed: otherwise no later award would count.
  afterEach(async () => {
    await reopenResults(
      {},
      { game: { db: game.db, now: game.clock.now }, by: { userId: null, reason: null } },
    )
  })

  /** Every way of making a call, each with its caller. */
  function waysOf(name: ChangeName): Way[] {
    if (name === 'signIn') {
      // The sign-in adds a device to the account's list.
      const to = (role: 'member' | 'staff of booth A') => ({
        role: 'visitor' as const,
        target: `the link of the ${role}`,
        input: (cast: Cast) => organiserLink(game, cast.user[role]),
      })
      return [to('member'), to('staff of booth A')]
    }
    const own = SPECIAL[name]
    if (own !== undefined && name !== 'joinTeam') return [own]
    const cases = casesOf(name).filter(({ target }) => name !== 'scan' || target === 'a bonus')
    const kinds = cases.filter(
      (one) => !cases.some(({ target }) => target === TARGET_LIKE[one.target]),
    )
    const all = kinds.flatMap(({ target, input }) => {
      const roles = ROLES.filter((_, index) => WHO_MAY[name][target]?.[index] === 'OK')
      const isNew = (role: Role) => !roles.some((other) => other === LIKE[role])
      return roles.filter(isNew).map((role) => ({ role, target, input }))
    })
    const captainFirst = all.toSorted(
      (a, b) => Number(b.role === 'captain') - Number(a.role === 'captain'),
    )
    return isPrivate(name)
      ? captainFirst.slice(0, 1)
      : [...all, ...(own === undefined ? [] : [own])]
  }

  interface Heard {
    readonly topics: ReadonlySet<Topic>
    /** Topics announced to too few or too many people. */
    readonly faults: readonly string[]
    /** Topics announced for a repeated call, which changed nothing. */
    readonly again: readonly string[]
  }

  /** Makes a call in every way, twice each. */
  async function hearAll(name: ChangeName): Promise<Heard> {
    const topics = new Set<Topic>()
    const [faults, again]: [string[], string[]] = [[], []]
    for (const { role, target, input } of waysOf(name)) {
      const way = `${name} of ${target} by the ${role}`
      const cast = await insertCast(game)
      const given = await input(cast)
      const call = () => cast.browser[role].answer(name, given as never)
      const first = await announcedBy(name, cast, call)
      for (const one of Object.values(first.announced).flat()) topics.add(one)
      faults.push(...first.faults.map((fault) => `${way}: ${fault}`))
      if (UNSEEN.has(name)) continue
      const second = await announcedBy(name, cast, call)
      if (second.changed) continue
      const told = Object.entries(second.announced).filter(([, heard]) => heard.length > 0)
      again.push(...told.map(([who, heard]) => `${way}: ${who} ${heard.join('+')}`))
    }
    return { topics, faults, again }
  }

  const heard = new Map<ChangeName, Promise<Heard>>()
  /** Makes a call in every way, once for the two tests of the call, because this takes long. */
  function hear(name: ChangeName): Promise<Heard> {
    const before = heard.get(name) ?? hearAll(name)
    heard.set(name, before)
    return before
  }

  test.each(CHANGES)(
    '%s: all people who see the change are told, nobody else is, and the topics are the contract’s',
    async (name) => {
      const { topics, faults } = await hear(name)
      expect(faults).toEqual([])
      expect(TOPICS.filter((topic) => topics.has(topic))).toEqual(
        TOPICS.filter((topic) => topicsOf(name).includes(topic)),
      )
    },
  )

  test.each(CHANGES.filter((name) => !UNSEEN.has(name)))(
    'abuse 5: %s tells nobody if it is repeated and changes nothing more',
    async (name) => expect((await hear(name)).again).toEqual([]),
  )
})
