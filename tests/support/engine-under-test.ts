export const ENGINES = ['sqlite', 'postgres'] as const
export type Engine = (typeof ENGINES)[number]

/** The engine of journeys and schedules: ENGINE, by default SQLite. */
export function engineUnderTest(): Engine {
  const named = process.env.ENGINE ?? 'sqlite'
  const engine = ENGINES.find((one) => one === named)
  if (engine === undefined)
    throw new Error(`ENGINE must be one of ${ENGINES.join(', ')}, not ${named}`)
  return engine
}
