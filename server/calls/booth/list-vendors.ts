import type { Handler } from '../../call-context'

export const listVendors: Handler<'listVendors'> = async (_input, { readings }) => ({
  vendors: await readings.vendors(),
})
