interface Job {
  readonly at: number
  readonly work: () => void
}

export type VirtualTime = ReturnType<typeof createVirtualTime>

/**
 * One clock for devices, network and server (ms since the epoch), which only a schedule advances.
 * @param idle resolves when all remaining work waits for time to pass
 */
export function createVirtualTime(start: number, idle: () => Promise<void>) {
  let now = start
  const jobs: Job[] = []

  return {
    now: () => now,
    /** Runs `work` after this time (ms), unless the returned function is called before. */
    schedule(work: () => void, afterMs: number): () => void {
      // Round to whole milliseconds, as `Date.now` does, because a delay with jitter has fractions.
      const job = { at: now + Math.ceil(Math.max(0, afterMs)), work }
      // Keep jobs sorted by time; a new job comes after earlier jobs of the same time.
      let place = jobs.length
      while (place > 0 && (jobs[place - 1]?.at ?? 0) > job.at) place--
      jobs.splice(place, 0, job)
      return () => {
        const index = jobs.indexOf(job)
        if (index >= 0) jobs.splice(index, 1)
      }
    },
    /** Advances the time (ms) and runs the jobs that become due, in order. */
    async pass(ms: number): Promise<void> {
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
