import type { Handler } from '../../call-context'

const LIMIT_DEFAULT = 50

/** The first teams and the latest awards, for anyone. */
export const ranking: Handler<'ranking'> = async ({ limit, version }, { readings }) => {
  const current = await readings.ranking(limit ?? LIMIT_DEFAULT)
  return version === current.version ? current.unchanged : current.output
}
