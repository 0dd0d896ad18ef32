/** The proof that an NTAG 424 DNA writes into its tag's address at each touch. */
export interface TagProof {
  /** UID and counter, encrypted. */
  readonly picc: string
  readonly cmac: string
}

const PICC = /^[\da-f]{32}$/i
const CMAC = /^[\da-f]{16}$/i

/** Parses a proof; null if the fields cannot be a proof. */
export function parseTagProof(
  picc: string | null | undefined,
  cmac: string | null | undefined,
): TagProof | null {
  return picc != null && cmac != null && PICC.test(picc) && CMAC.test(cmac) ? { picc, cmac } : null
}
