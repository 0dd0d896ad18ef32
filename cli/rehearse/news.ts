import type { Meter } from './meter'

/** How soon a team hears of its points. */
export interface News {
  /** The captain's stream stands: from now on it must tell. */
  listens(teamId: string): void
  /** An award is being sent for the first time. */
  expect(teamId: string): void
  /** It was refused. */
  forget(teamId: string): void
  /** The captain's stream told of the team. */
  heard(teamId: string): void
}

export function createNews(meter: Meter): News {
  /** Since when each team's news are under way. */
  const since = new Map<string, number>()
  const listening = new Set<string>()
  return {
    listens: (teamId) => void listening.add(teamId),
    expect(teamId) {
      if (listening.has(teamId) && !since.has(teamId)) since.set(teamId, performance.now())
    },
    forget: (teamId) => void since.delete(teamId),
    heard(teamId) {
      const from = since.get(teamId)
      if (from === undefined) return
      since.delete(teamId)
      meter.news(performance.now() - from)
    },
  }
}
