import { type Caller, callAs } from './call-as'

/** What the devices of a booth's person last said that waits on them, as the organiser's overview has it. The server writes it within seconds. */
export async function waitingOf(organiser: Caller, nickname: string): Promise<number | null | undefined> {
  const { booths } = await callAs(organiser, 'overview', {})
  return booths.flatMap(({ staff }) => staff).find((person) => person.nickname === nickname)?.waiting
}
