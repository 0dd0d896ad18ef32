import { afterEach, expect, test } from 'vitest'
import { CALL_NAMES, type ChangeName, calls, definitionOf } from '#contract/calls'
import { TOPICS, type Topic } from '#contract/topics'
import { reopenResults } from '#server/corrections/results'
import type { Commit } from '#server/db/commits'
import { firstOrganiserUrl } from '#server/event-file/first-organiser'
import { needless, setWitnesses, untold } from '../support/announced'
import { type Cast, insertCast, ROLES, type Role } from '../support/cast'
import { organiserLink } from '../support/people'
import { onOneEngine } from '../support/use-game'
import { signingDevice } from '../support/vouchers'
import { casesOf } from './call-cases'
import { WHO_MAY } from './who-may'

const CHANGES = CALL_NAMES.filter((name): name is ChangeName => definitionOf(name).effect === 'change')

const topicsOf = (name: ChangeName): readonly Topic[] => calls[name].touches

/** Roles that announce the same as others who may make the same call. */
const LIKE: Partial<Record<Role, Role>> = {
  stranger: 'applicant',
  'other captain': 'captain',
  'staff of booth B': 'staff of booth A',
}

/** Calls that tell nobody, whoever makes them: one role is enough. */
const isSilent = (name: ChangeName) => topicsOf(name).length === 0

interface Way {
  readonly role: Role
  readonly target: string
  readonly input: (cast: Cast) => object | Promise<object>
}

const PROFILE = ['user_id', 'first_name', 'last_name', 'email', 'mobile', 'nickname'] as const

onOneEngine('what each call announces', (game) => {
  async function announcedBy(cast: Cast, call: () => Promise<unknown>) {
    const witnesses = await setWitnesses(game, cast)
    const before = await witnesses.look()
    const changes: Commit[] = []
    const end = game.db.commits.subscribe((change) => void changes.push(change))
    await call()
    end()
    const heard = witnesses.hear(changes)
    const after = await witnesses.look()
    return { heard, faults: [...untold(before, after, heard), ...needless(before, after, heard)] }
  }

  const readProfile = (userId: string) =>
    game.db.read
      .selectFrom('users')
      .where('user_id', '=', userId)
      .select([...PROFILE])
      .executeTakeFirstOrThrow()

  /** Calls that change something only after another, or more. */
  const SPECIAL: { readonly [N in ChangeName]?: Way } = {
    joinTeam: {
      role: 'applicant',
      target: 'the other captain’s invitation',
      input: async ({ browser, team }) => {
        const { invite_token } = await browser['other captain'].ok('inviteToTeam', {})
        return { team_id: team.theirs, invite_token }
      },
    },
    unblockPerson: {
      role: 'organiser',
      target: 'a blocked captain',
      input: async ({ browser, user }) => {
        await browser.organiser.ok('blockPerson', { user_id: user.captain, reason: 'Zato' })
        return { user_id: user.captain, reason: 'Zato' }
      },
    },
    showTeam: {
      role: 'organiser',
      target: 'a hidden team',
      input: async ({ browser, team }) => {
        await browser.organiser.ok('hideTeam', { team_id: team.ours, reason: 'Zato' })
        return { team_id: team.ours, reason: 'Zato' }
      },
    },
    reveal: {
      role: 'organiser',
      target: 'other places than before',
      input: async ({ browser, team }) => {
        await browser.organiser.ok('freeze', {})
        await browser['staff of booth A'].ok('awardPoints', { team_id: team.theirs, point_type: 'pobjeda' })
        return {}
      },
    },
    recall: {
      role: 'organiser',
      target: 'a message to all',
      input: async ({ browser }) => await browser.organiser.ok('announce', { text: 'Krivo', to: 'all' }),
    },
    revealNext: {
      role: 'organiser',
      target: 'a frozen ranking',
      input: async ({ browser, team }) => {
        await browser.organiser.ok('reveal', {})
        await browser.organiser.ok('freeze', {})
        await browser['staff of booth A'].ok('awardPoints', { team_id: team.theirs, point_type: 'pobjeda' })
        return {}
      },
    },
    moveAward: {
      role: 'organiser',
      target: 'an award to another team',
      input: async ({ award, team }) => ({ award_id: award['booth A’s'], team_id: team.theirs, reason: 'Zato' }),
    },
    reopenResults: {
      role: 'organiser',
      target: 'closed results',
      input: async ({ browser }) => {
        await browser.organiser.ok('closeResults', {})
        return {}
      },
    },
    acceptLate: {
      role: 'organiser',
      target: 'an award that came late',
      input: async ({ browser, team }) => {
        await browser.organiser.ok('closeResults', {})
        await browser['staff of booth A'].answer('awardPoints', { team_id: team.ours, point_type: 'pobjeda' })
        const { late } = await browser.organiser.ok('listLate', {})
        return { late_id: late.find(({ team_id }) => team_id === team.ours)?.late_id ?? '', reason: 'Zato' }
      },
    },
    applyEvent: {
      role: 'organiser',
      target: 'a booth with another name, and an applicant as its staff',
      input: async ({ browser, user }) => {
        const { event, version } = await browser.organiser.ok('readEvent', {})
        const applicant = await readProfile(user.applicant)
        const vendors = event.vendors.map(({ staff, ...booth }) => {
          return booth.vendor_id === 'arkade' ? { ...booth, name: `Zona ${user.applicant}`, staff: [...staff, applicant] } : booth
        })
        return { event: { vendors }, version }
      },
    },
    removeEntry: {
      role: 'organiser',
      target: 'a person of a booth',
      input: async ({ browser, user }) => {
        const { version } = await browser.organiser.ok('readEvent', {})
        return { what: 'staff', id: user['staff of booth A'], version }
      },
    },
    firstOrganiser: {
      role: 'visitor',
      target: 'an applicant’s number',
      input: async ({ user }) => {
        const { db } = game
        await db.write({ on: 'event' }, (writer) => writer.updateTable('users').set({ organiser_since: null }).execute())
        const token = new URL((await firstOrganiserUrl(db, new URL('https://igra.example.hr'))) ?? '').hash.slice(1)
        const { user_id: _id, ...user_data } = await readProfile(user.applicant)
        return { token, user_data }
      },
    },
    deliver: {
      role: 'member',
      target: 'a copy that a booth gave the team',
      input: async ({ browser, team }) => {
        const device = await signingDevice(game, { api: browser['staff of booth A'] }, team.ours)
        return { voucher: await device.voucher() }
      },
    },
  }

  // Else no later award would count.
  afterEach(async () => {
    await reopenResults({}, { game: { db: game.db, now: game.clock.now }, by: { userId: null, reason: null } })
  })

  /** Every way in which a call may be made, with who makes it. */
  function waysOf(name: ChangeName): Way[] {
    if (name === 'signIn') {
      // On a device of nobody's, so that it is one more in the account's list.
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
    const all = cases.flatMap(({ target, input }) => {
      const roles = ROLES.filter((_, index) => WHO_MAY[name][target]?.[index] === 'OK')
      const isNew = (role: Role) => !roles.some((other) => other === LIKE[role])
      return roles.filter(isNew).map((role) => ({ role, target, input }))
    })
    return isSilent(name) ? all.slice(0, 1) : [...all, ...(own === undefined ? [] : [own])]
  }

  test.each(CHANGES)('%s: whoever sees a change is told of it, nobody else, and of what the contract says', async (name) => {
    const told = new Set<Topic>()
    const faults: string[] = []
    for (const { role, target, input } of waysOf(name)) {
      const cast = await insertCast(game)
      const given = await input(cast)
      const { heard, faults: found } = await announcedBy(cast, () => cast.browser[role].answer(name, given as never))
      for (const topics of Object.values(heard)) for (const topic of topics) told.add(topic)
      faults.push(...found.map((fault) => `${name} of ${target} by the ${role}: ${fault}`))
    }
    expect(faults).toEqual([])
    expect(TOPICS.filter((topic) => told.has(topic))).toEqual(TOPICS.filter((topic) => topicsOf(name).includes(topic)))
  })
})
