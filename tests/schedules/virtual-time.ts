interface Job {
  readonly at: number
  readonly work: () => void
}

/** One time for devices, network and server (ms since the epoch); it moves only when a schedule lets it. */
export interface VirtualTime {
  now(): number
  /** Runs `work` after so many ms, unless the answered function is called before. */
  schedule(work: () => void, afterMs: number): () => void
  /** Lets time pass, and all that is due in it happen in its order. */
  pass(ms: number): Promise<void>
}

/** @param idle resolves when nothing runs any more that does not wait for time to pass */
export function createVirtualTime(start: number, idle: () => Promise<void>): VirtualTime {
  let now = start
  const jobs: Job[] = []

  return {
    now: () => now,
    schedule(work, afterMs) {
      const job = { at: now + Math.max(0, afterMs), work }
      // Sorted, and behind what is due at the same moment.
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
