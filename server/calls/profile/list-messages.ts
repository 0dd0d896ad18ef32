import type { Handler } from '../../call-context'

export const listMessages: Handler<'listMessages'> = async (_input, { readings, caller }) => {
  const role = caller.vendorId === null ? 'player' : 'staff'
  return { messages: await readings.messages[caller.organiser ? 'organiser' : role]() }
}
