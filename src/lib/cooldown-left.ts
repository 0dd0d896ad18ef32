import { remainingSeconds } from '#rules/cooldown'

interface RunningCooldown {
  readonly vendor_id: string
  readonly point_type: string
  readonly available_at: string
}

/** Whole seconds that a point type of a booth is still paused for the team whose cooldowns these are. `now` is the server's time (ms). */
export function cooldownLeft(
  cooldowns: readonly RunningCooldown[],
  { vendor_id, point_type }: Pick<RunningCooldown, 'vendor_id' | 'point_type'>,
  now: number,
): number {
  const running = cooldowns.find((one) => one.vendor_id === vendor_id && one.point_type === point_type)
  return remainingSeconds(running === undefined ? null : Date.parse(running.available_at), now)
}
