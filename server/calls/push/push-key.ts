import type { Handler } from '../../call-context'

export const pushKey: Handler<'pushKey'> = async (_input, { push }) => ({ public_key: await push.publicKey() })
