/** `work`, or what `late` returns or throws if it has not settled within this time (ms). The work is not ended. */
export async function withDeadline<T, L>(work: Promise<T>, ms: number, late: () => L): Promise<T | L> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  try {
    return await Promise.race([work, deadline.then(late)])
  } finally {
    clearTimeout(timer)
  }
}
