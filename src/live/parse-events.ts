/** An event of a stream. */
export interface StreamEvent {
  readonly name: string
  readonly data: unknown
}

export interface StreamParser {
  /** The events that this text completes. */
  take(text: string): StreamEvent[]
  /** How long the server asks to wait before coming back (ms); null if it has not said. */
  readonly retryMs: number | null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** Parses server-sent events. Not `EventSource`, which tells neither comments nor refusals: a dead stream would look alive. */
export function createStreamParser(): StreamParser {
  let rest = ''
  let retryMs: number | null = null

  function parse(block: string): StreamEvent[] {
    const fields = new Map(
      block.split('\n').map((line) => {
        const end = line.indexOf(':')
        return end === -1 ? [line, ''] : [line.slice(0, end), line.slice(end + 1).trimStart()]
      }),
    )
    const retry = Number(fields.get('retry') ?? Number.NaN)
    if (Number.isFinite(retry)) retryMs = retry
    const name = fields.get('event')
    return name === undefined ? [] : [{ name, data: parseJson(fields.get('data') ?? '') }]
  }

  return {
    take(text) {
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop() ?? ''
      return blocks.flatMap(parse)
    },
    get retryMs() {
      return retryMs
    },
  }
}
