import type { Handler } from '../../call-context'

export const listVendors: Handler<'listVendors'> = (_input, { readings }) => readings.vendors()
