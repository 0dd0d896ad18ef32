/** The event file cannot be applied. Each fault is one line that begins with its place. */
export class FaultyEvent extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.name = 'FaultyEvent'
    this.faults = faults
  }
}
