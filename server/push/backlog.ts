import type { Device, PushNotice } from './push-notice'

/** Notices that wait for one person, and for all; messages of the organiser are not counted and never dropped. */
const MOST_OF_PERSON = 60
const MOST = 5_000

export interface Waiting {
  readonly to: Device
  readonly notice: PushNotice
  readonly tries: number
}

/** What waits for one person's devices, oldest first. */
interface Person {
  readonly messages: Map<string, Waiting>
  readonly others: Map<string, Waiting>
}

/** The notices that wait. When it is full, the person with the most of them loses the oldest. */
export function createBacklog() {
  const people = new Map<string, Person>()
  let size = 0

  function personOf(userId: string): Person {
    const known = people.get(userId)
    if (known !== undefined) return known
    const person: Person = { messages: new Map(), others: new Map() }
    people.set(userId, person)
    return person
  }

  function remove(userId: string, person: Person, kept: Map<string, Waiting>, key: string): void {
    if (kept.delete(key) && kept === person.others) size--
    if (person.messages.size + person.others.size === 0) people.delete(userId)
  }

  function dropOldest(userId: string, person: Person): void {
    const [oldest] = person.others.keys()
    if (oldest !== undefined) remove(userId, person, person.others, oldest)
  }

  function dropOfTheMost(): void {
    dropOldest(...[...people].reduce((most, one) => (one[1].others.size > most[1].others.size ? one : most)))
  }

  function* of(userId: string, endpoint: string) {
    const person = people.get(userId)
    if (person === undefined) return
    for (const kept of [person.messages, person.others]) {
      for (const [key, waiting] of kept) if (waiting.to.endpoint === endpoint) yield { person, kept, key, waiting }
    }
  }

  return {
    /** A notice that was tried before does not take the place of a newer one. */
    add(waiting: Waiting): void {
      const { to, notice, tries } = waiting
      const person = personOf(to.user_id)
      const kept = notice.kind === 'message' ? person.messages : person.others
      const key = `${notice.kind} ${notice.subject} ${to.endpoint}`
      const isKnown = kept.has(key)
      if (isKnown && tries > 0) return
      kept.set(key, waiting)
      if (isKnown || kept === person.messages) return
      size++
      if (kept.size > MOST_OF_PERSON) dropOldest(to.user_id, person)
      else if (size > MOST) dropOfTheMost()
    },
    /** Takes out what a device is sent next. */
    take(userId: string, endpoint: string): Waiting | undefined {
      for (const { person, kept, key, waiting } of of(userId, endpoint)) {
        remove(userId, person, kept, key)
        return waiting
      }
      return undefined
    },
    has: (userId: string, endpoint: string) => of(userId, endpoint).next().done === false,
    clear: () => people.clear(),
  }
}
