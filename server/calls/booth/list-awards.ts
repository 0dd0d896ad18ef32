import type { Handler } from '../../call-context'
import { readVendorAwards } from '../../db/queries/awards'

const MOST = 200

export const listAwards: Handler<'listAwards'> = async (_input, { game, caller }) => ({
  awards: await readVendorAwards(game.db.read, caller.vendorId, MOST),
})
