import { createObservable } from '#lib/observable'

/** The account for which this device can sign vouchers; null for none. Known without the code that signs. */
export const signingFor = createObservable<string | null>(null)
