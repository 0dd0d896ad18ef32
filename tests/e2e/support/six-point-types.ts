import type { Page } from '@playwright/test'
import { changeAnswers } from './answers'

/** Gives the booth Arkadna zona six point types, as many as a convention's booths have. One of them is handed out once. */
export async function withSixPointTypes(page: Page): Promise<void> {
  const types = [
    ['turnir', 'Pobjednik velikog turnira', 100, 3_600],
    ['kviz', 'Kviz o stripu', 15, 0],
    ['kostim', 'Najneustrašiviji kostim', 50, 900],
    ['naljepnica', 'Naljepnica', 0, 864_000],
  ] as const
  await changeAnswers(page, 'listVendors', ({ vendors }) => ({
    vendors: vendors.map((one) => ({
      ...one,
      point_types: [
        ...one.point_types,
        ...types.map(([point_type, label, points, cooldown_seconds]) => ({
          point_type,
          label,
          points,
          cooldown_seconds,
        })),
      ],
    })),
  }))
  await changeAnswers(page, 'checkCooldown', (answer) => {
    const running = (point_type: string, remaining_seconds: number) => ({
      vendor_id: 'arkade',
      team_id: answer.team.team_id,
      point_type,
      remaining_seconds,
      available_at: new Date(Date.now() + remaining_seconds * 1_000).toISOString(),
    })
    return {
      ...answer,
      cooldowns: [...answer.cooldowns, running('kostim', 850), running('naljepnica', 760_000)],
    }
  })
}
