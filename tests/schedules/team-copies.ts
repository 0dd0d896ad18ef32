import { deliver } from '#contract/calls/voucher'
import { signVoucher } from '#contract/voucher'
import type { AwardEntry } from '../../src/offline/entry'
import type { Chance } from './chance'
import { createDevice, type Device, type DeviceWorld, type Page } from './device'
import type { Reach } from './network'
import { playerId, type Server } from './server'
import type { Tapped } from './tapped'

/** The greatest number of a team's waiting awards that the booth shows at once. */
const MAX_SHOWN = 5

interface Copy {
  readonly voucher: string
  readonly tap: Tapped
}

/**
 * The copies of awards that booths show, and a phone of each team that keeps the copies and delivers
 * them repeatedly.
 */
export function createTeamCopies(
  server: Server,
  world: DeviceWorld,
  chance: Chance,
  teams: readonly string[],
) {
  const phones = new Map<string, Device>()
  let copies: Copy[] = []
  /** Awards that the booth's outbox has handed out, but that are not signed yet. */
  let handedOut: { readonly entry: AwardEntry; readonly tap: Tapped }[] = []

  async function signIn(teamId: string, phone: Device): Promise<void> {
    const token = chance.uuid()
    await server.signIn(playerId(teams.indexOf(teamId)), token)
    phone.cookie = token
  }

  async function phoneOf(teamId: string): Promise<Device> {
    const known = phones.get(teamId)
    if (known !== undefined) return known
    const phone = createDevice(world, { staff: 'iva', slowStorage: false, locks: true, clock: 0 })
    phones.set(teamId, phone)
    await signIn(teamId, phone)
    phone.open()
    return phone
  }

  function send({ tab, code }: Page, { voucher, tap }: Copy): void {
    const delivered = () => {
      tap.copyRefused = null
    }
    const failed = (error: unknown) => {
      // As in the outbox, only a refusal by a rule of the game is final, not one about the session.
      if (code.isRefusal(error) && !code.isSessionCode(error.code)) tap.copyRefused = error.code
    }
    tab.run(() => void code.call(deliver, { voucher }).then(delivered, failed))
  }

  return {
    /**
     * The booth shows a team its waiting awards, and the team's phone keeps them if the device
     * lives long enough.
     */
    show(page: Page, tapOf: ReadonlyMap<string, Tapped>): void {
      const own = page.outbox
        .view()
        .entries.filter((entry) => entry.userId === page.account?.userId && entry.refusal === null)
      const teamId = own.at(-1)?.teamId
      const ids = own
        .filter((entry) => entry.teamId === teamId && !entry.cancelled)
        .map(({ awardId }) => awardId)
      const { pageLife, serverTime } = page.code.readClocks()
      const keep = (entries: readonly AwardEntry[]) => {
        for (const entry of entries) {
          const tap = tapOf.get(entry.awardId)
          if (
            tap === undefined ||
            entry.made.serverTime === null ||
            (tap.isCopied && !tap.isCopyLost)
          )
            continue
          tap.isCopied = true
          tap.isCopyLost = false
          tap.attempts.push({ pageLife, knewServerTime: serverTime !== null })
          handedOut.push({ entry, tap })
        }
      }
      page.outbox.markShown(ids.slice(-MAX_SHOWN)).then(keep, () => undefined)
    },

    /** Signs the handed-out copies. The schedule's clock does not advance meanwhile. */
    async sign(): Promise<void> {
      const unsigned = handedOut
      handedOut = []
      for (const { entry, tap } of unsigned) {
        const { awardId, vendorId, teamId, pointType, made, userId } = entry
        const { deviceId, key } = server.signerOf(userId)
        const madeAt = Math.round(made.serverTime ?? 0)
        const voucher = await signVoucher(key.privateKey, {
          deviceId,
          awardId,
          vendorId,
          teamId,
          pointType,
          madeAt,
        })
        copies.push({ voucher, tap })
      }
    },

    /** The team's phone delivers all its copies, even those delivered before. */
    async deliver(teamId: string): Promise<void> {
      const own = copies.filter(({ tap }) => tap.teamId === teamId)
      if (own.length === 0) return
      const [page] = (await phoneOf(teamId)).pages
      if (page !== undefined) for (const copy of own) send(page, copy)
    },

    async reach(teamId: string, reach: Reach): Promise<void> {
      ;(await phoneOf(teamId)).reach = reach
    },

    /** The team's phone is lost with all its copies. The next copy is shown to a new phone. */
    destroy(teamId: string): void {
      phones.get(teamId)?.destroy()
      phones.delete(teamId)
      for (const { tap } of [...copies, ...handedOut]) tap.isCopyLost ||= tap.teamId === teamId
      copies = copies.filter(({ tap }) => tap.teamId !== teamId)
      handedOut = handedOut.filter(({ tap }) => tap.teamId !== teamId)
    },

    /**
     * Ends all faults: gives each phone a network, and a new session, because a `restore` may have
     * ended the earlier session.
     */
    async signInAgain(): Promise<void> {
      for (const [teamId, phone] of phones) {
        phone.reach = 'on'
        await signIn(teamId, phone)
      }
    },

    close(): void {
      for (const phone of phones.values()) phone.killAll()
    },
  }
}
