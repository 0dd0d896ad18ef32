import type { Handler } from '../call-context'

const LIMIT_DEFAULT = 50

/** The top teams and the latest awards. Public. */
export const ranking: Handler<'ranking'> = async ({ limit, version }, { readings }) => {
  const current = await readings.ranking(limit ?? LIMIT_DEFAULT)
  return version === current.version ? current.unchanged : current.output
}
