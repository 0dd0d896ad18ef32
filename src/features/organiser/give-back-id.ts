const UUID_4 = /^([\da-f]{8}-[\da-f]{4}-)4([\da-f]{3}-[\da-f]{4}-[\da-f]{12})$/

/**
 * The id under which a voided award is given back: made from its own, so that two organisers who do it at once do it once. null
 * for an entry whose id is not a device's.
 */
export function giveBackId(awardId: string): string | null {
  return UUID_4.test(awardId) ? awardId.replace(UUID_4, '$18$2') : null
}
