interface Job {
  readonly at: number
  readonly work: () => void
}

/** One clock for devices, network and server (ms since the epoch), which only a schedule advances. */
export interface VirtualTime {
  now(): number
  /** Runs `work` after this time (ms), unless the returned function is called before. */
  schedule(work: () => void, afterMs: number): () => void
  /** Advances the time (ms) and runs the jobs that become due, in order. */
  pass(ms: number): Promise<void>
}

/** @param idle resolves when all remaining work waits for time to pass */
export function createVirtualTime(start: number, idle: () => Promise<void>): VirtualTime {
  let now = start
  const jobs: Job[] = []

  return {
    now: () => now,
    schedule(work, afterMs) {
      const job = { at: now + Math.max(0, afterMs), work }
      // Sorted by time; after jobs of the same time.
      let place = jobs.length
      while (place > 0 && (jobs[place - 1]?.at ?? 0) > job.at) place--
      jobs.splice(place, 0, job)
      return () => {
        const index = jobs.indexOf(job)
        if (index >= 0) jobs.splice(index, 1)
      }
    },
    async pass(ms) {
      const until = now + ms
      for (;;) {
        await idle()
        const [next] = jobs
        if (next === undefined || next.at > until) break
        jobs.shift()
        now = next.at
        next.work()
      }
      now = until
    },
  }
}
