import { type Fault, faultText } from './fault'

/** A file of the organiser cannot be applied. */
export class FaultyEvent extends Error {
  readonly faults: readonly Fault[]

  constructor(faults: readonly Fault[]) {
    super(faults.map(faultText).join('\n'))
    this.name = 'FaultyEvent'
    this.faults = faults
  }
}
