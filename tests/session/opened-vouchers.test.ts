import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { User } from '#contract/entities'
import { claimVouchers, openVoucher } from '../../src/session/opened-vouchers'
import { registerToaster } from '../../src/ui/toast'

vi.mock('#contract/voucher', () => ({ parseVoucher: () => ({ teamId: 'vukovi' }) }))
vi.mock('../../src/offline/page-outbox', () => ({
  pageOutbox: { addCopy: async () => undefined, claimCopies: async () => undefined, dropCopies: async () => undefined },
}))

const names = { first_name: 'Ana', last_name: 'Anić', nickname: 'ana', email: 'ana@example.hr', mobile: '+385911234567' }
const player: User = { id: 'ana', ...names, vendor_id: null, vendor: null, team: null, pending_team: null }
const teamOf = (team_id: string) => ({ team_id, team_name: 'Tim', is_captain: true, points: 0, rank: 1, member_count: 1 })

test.each([
  ['a member of its team', { team: teamOf('vukovi') }, 0],
  ['a member of another team', { team: teamOf('risovi') }, 1],
  ['a player without a team', {}, 1],
  ['a booth’s staff', { vendor_id: 'arkade' }, 1],
])('fault 68: of a copy that %s opens, everybody but its own team is told whose it is', async (_who, own, told) => {
  const texts: string[] = []
  const stop = registerToaster(({ text }) => texts.push(text))
  await openVoucher('one')
  await claimVouchers({ ...player, ...own }, new QueryClient())
  stop()
  const said = 'Ovi bodovi pripadaju timu kojem je kod pokazan. Neka kod skenira netko iz tog tima.'
  expect(texts).toEqual(Array.from({ length: told }, () => said))
})
