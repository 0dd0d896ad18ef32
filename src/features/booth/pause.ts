/** The cooldown of a point type for one team. */
export interface Pause {
  /** Whole seconds left, rounded up; 0 = no cooldown. */
  readonly seconds: number
  /** Calculated on this device, because the server can't be reached. */
  readonly predicted: boolean
  /**
   * True if the button must be disabled: this device has an award waiting or has seen it recorded, or the server's state is
   * current. Stale server data only warns.
   */
  readonly forbids: boolean
}

/** Seconds of the pause left, by source. */
interface Left {
  /** After the server's last answer. */
  readonly told: number
  /** After the awards that wait on this device, or are being sent. */
  readonly waiting: number
  /** After the awards that this device has seen recorded. */
  readonly seen: number
}

/** @param connected true if the server's answer is current */
export function pauseFrom({ told, waiting, seen }: Left, connected: boolean): Pause {
  // While the server answers, it knows better: another device may have voided what this one saw recorded.
  const own = Math.max(waiting, connected ? 0 : seen)
  return { seconds: Math.max(told, own), predicted: !connected, forbids: own > 0 || connected }
}
