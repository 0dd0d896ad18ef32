/** Decides when a page's callback runs: now, after its thaw, or never. */
interface Tab {
  run(work: () => void): void
}

interface Held {
  readonly tab: Tab
  readonly take: (reason: Error) => void
}

/**
 * Web Locks of one device, limited to `ifAvailable` and `steal` (https://w3c.github.io/web-locks/).
 * A frozen page keeps its lock. Call `releaseOf` for a page that dies.
 */
export function createFakeLocks() {
  let held: Held | null = null

  async function request(
    tab: Tab,
    name: string,
    options: LockOptions,
    work: (lock: Lock | null) => unknown,
  ): Promise<unknown> {
    if (held !== null && options.ifAvailable === true) return await work(null)
    if (held !== null && options.steal !== true)
      throw new Error('this fake does not support waiting for a lock')
    held?.take(new DOMException('stolen', 'AbortError'))
    let mine: Held | null = null
    const stolen = new Promise<never>((_resolve, reject) => {
      mine = { tab, take: (reason) => tab.run(() => reject(reason)) }
      held = mine
    })
    try {
      return await Promise.race([work({ name, mode: 'exclusive' }), stolen])
    } finally {
      if (held === mine) held = null
    }
  }

  return {
    /**
     * The lock manager of one tab, limited to the overload that the outbox uses. By default the tab
     * is never frozen.
     */
    of: (tab: Tab = { run: (work) => work() }): Pick<LockManager, 'request'> => ({
      request: ((name: string, options: LockOptions, work: (lock: Lock | null) => unknown) =>
        request(tab, name, options, work)) as LockManager['request'],
    }),
    releaseOf(tab: Tab): void {
      if (held?.tab === tab) held = null
    },
  }
}
