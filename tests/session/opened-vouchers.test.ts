import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { claimVouchers, openVoucher } from '../../src/session/opened-vouchers'
import { registerToaster } from '../../src/ui/toast'
import { teamOf, userOf } from '../support/entities'

vi.mock('#contract/voucher', () => ({ parseVoucher: () => ({ teamId: 'vukovi' }) }))
vi.mock('../../src/offline/page-outbox', () => ({
  pageOutbox: {
    addCopy: async () => undefined,
    claimCopies: async () => undefined,
    dropCopies: async () => undefined,
  },
}))

test.each([
  ['a member of its team', { team: teamOf('vukovi') }, 0],
  ['a member of another team', { team: teamOf('risovi') }, 1],
  ['a player without a team', {}, 1],
  ['a booth’s staff', { vendor_id: 'arkade' }, 1],
])(
  'fault 68: if %s opens a copy, only people outside its team are told that it belongs to another team',
  async (_who, own, times) => {
    const texts: string[] = []
    const stop = registerToaster(({ text }) => texts.push(text))
    await openVoucher('one')
    await claimVouchers(userOf(own), new QueryClient())
    stop()
    const said =
      'Ovi bodovi pripadaju timu kojem je kod pokazan. Neka kod skenira netko iz tog tima.'
    expect(texts).toEqual(Array.from({ length: times }, () => said))
  },
)
