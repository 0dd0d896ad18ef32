/** Deliveries under way: in all, for one person, at a host that answers promptly, at one that does not, and at all of those. */
const AT_ONCE = 48
const OF_PERSON = 2
const AT_PROMPT_HOST = 16
const AT_SLOW_HOST = 4
const AT_SLOW_HOSTS = 16
/** A host is prompt if its last answer took no longer (ms); one that never answered is not. */
const PROMPT_MS = 2_000
/** So many subscriptions that are told to wait within this time (ms) mean that the host itself is busy. */
const BUSY_SUBSCRIPTIONS = 3
const BUSY_WINDOW_MS = 10_000
/** Hosts remembered; beyond that, one that nothing waits for is forgotten. */
const MOST_HOSTS = 1_000

/** A subscription that has something to send. */
export interface Line {
  readonly host: string
  readonly userId: string
  readonly endpoint: string
}

interface Host {
  /** The lines that wait, by person, in the order of their turns. */
  readonly people: Map<string, Set<Line>>
  /** When each subscription was last told to wait. */
  readonly toldToWait: Map<string, number>
  underWay: number
  isPrompt: boolean
  rests: number
}

/** Whose turn it is: hosts in turn, and at each host people in turn, within bounds that keep places free for hosts that answer. */
export function createTurns() {
  /** In the order of their turns. */
  const hosts = new Map<string, Host>()
  const ofPerson = new Map<string, number>()
  let underWay = 0

  function hostOf({ host: name }: Line): Host {
    const known = hosts.get(name)
    if (known !== undefined) return known
    const host: Host = { people: new Map(), toldToWait: new Map(), underWay: 0, isPrompt: false, rests: 0 }
    if (hosts.size >= MOST_HOSTS) forgetIdle()
    hosts.set(name, host)
    return host
  }

  function forgetIdle(): void {
    const idle = [...hosts].find(([, host]) => host.people.size + host.underWay + host.rests === 0)
    if (idle !== undefined) hosts.delete(idle[0])
  }

  function count({ userId }: Line, change: 1 | -1): void {
    underWay += change
    const now = (ofPerson.get(userId) ?? 0) + change
    if (now === 0) ofPerson.delete(userId)
    else ofPerson.set(userId, now)
  }

  function findHosts(): [string, Host][] {
    if (underWay >= AT_ONCE) return []
    const slow = [...hosts.values()].reduce((sum, host) => sum + (host.isPrompt ? 0 : host.underWay), 0)
    return [...hosts].filter(([, { people, rests, isPrompt, underWay: atHost }]) => {
      if (people.size === 0 || rests > 0) return false
      return isPrompt ? atHost < AT_PROMPT_HOST : atHost < AT_SLOW_HOST && slow < AT_SLOW_HOSTS
    })
  }

  return {
    /** Puts a line at the end of its person's. */
    wait(line: Line): void {
      const { people } = hostOf(line)
      const lines = people.get(line.userId) ?? new Set()
      people.set(line.userId, lines.add(line))
    },
    /** The next line that may send; it keeps its place until `end`. */
    begin(): Line | undefined {
      for (const [name, host] of findHosts()) {
        for (const [userId, lines] of host.people) {
          const [line] = lines
          if (line === undefined || (ofPerson.get(userId) ?? 0) >= OF_PERSON) continue
          // Host and person go to the end of their rounds.
          hosts.delete(name)
          hosts.set(name, host)
          host.people.delete(userId)
          lines.delete(line)
          if (lines.size > 0) host.people.set(userId, lines)
          host.underWay++
          count(line, 1)
          return line
        }
      }
      return undefined
    },
    /** @param tookMs how long the host took; null if it was not asked */
    end(line: Line, tookMs: number | null): void {
      const host = hostOf(line)
      host.underWay--
      count(line, -1)
      if (tookMs !== null) host.isPrompt = tookMs <= PROMPT_MS
    },
    /** Notes that a subscription was told to wait, and returns whether its host told so many that it must be busy itself. */
    isHostBusy(line: Line): boolean {
      const { toldToWait } = hostOf(line)
      const now = performance.now()
      toldToWait.set(line.endpoint, now)
      for (const [endpoint, at] of toldToWait) if (at <= now - BUSY_WINDOW_MS) toldToWait.delete(endpoint)
      return toldToWait.size >= BUSY_SUBSCRIPTIONS
    },
    /** Leaves the host of a line alone until the function that it returns is called. */
    rest(line: Line): () => void {
      const host = hostOf(line)
      host.rests++
      return () => void host.rests--
    },
  }
}
