import type { TagType } from '#contract/entities'
import { TAG_TYPES } from '#contract/entities'
import type { TagProofKind } from '#server/db/tables'
import { Failure } from '#server/failure'

const COUNT_MAX = 10_000

/** The options of `tags` for new ones, as they were typed. */
export interface TagOptions {
  readonly count?: string
  readonly type?: string
  readonly vendor?: string
  readonly pointType?: string
  readonly proof?: string
  readonly out?: string
}

/** The columns that all new tags share. */
export interface TagKind {
  readonly nfc_type: TagType
  readonly vendor_id: string | null
  readonly point_type: string | null
  readonly proof: TagProofKind | null
}

/** Which tags to make, and the folder for their files. */
export interface TagOrder {
  readonly count: number
  readonly kind: TagKind
  readonly out: string
}

interface BoothsOrder extends Omit<TagOrder, 'count'> {
  readonly count: null
}

/** `--vendor all`: one for each booth that has none. */
const ALL_BOOTHS = 'all'

function parseCount(text: string | undefined): number {
  const count = Number(text)
  if (text === undefined || !/^\d+$/.test(text) || count < 1 || count > COUNT_MAX) {
    throw new Failure(`Say with --count how many tags to make, a whole number from 1 to ${COUNT_MAX}, such as --count 200.`)
  }
  return count
}

function parseKind(options: TagOptions): TagKind {
  const { type, vendor = null, pointType = null, proof = null } = options
  if (proof !== null && proof !== 'ntag424') throw new Failure('--proof knows ntag424 alone, for NTAG 424 DNA.')
  if (proof !== null && type !== 'bonus')
    throw new Failure('Only a bonus tag proves its touches: leave --proof out, or write --type bonus.')
  const nfc_type = TAG_TYPES.find((known) => known === type)
  if (nfc_type === undefined) throw new Failure('Say with --type what the tags are for: team, vendor or bonus.')
  if (nfc_type === 'team' && vendor !== null)
    throw new Failure('A team tag belongs to no booth: leave --vendor out, or write --type vendor.')
  if (nfc_type === 'vendor' && vendor === null)
    throw new Failure('Say with --vendor which booth the tags mark, such as --vendor arkade, or all for each booth without one.')
  if (nfc_type !== 'bonus' && pointType !== null)
    throw new Failure(`A ${nfc_type} tag gives no points: leave --point-type out, or write --type bonus.`)
  if (nfc_type === 'bonus' && pointType === null)
    throw new Failure('Say with --point-type which points the tags give, such as --point-type blago.')
  return { nfc_type, vendor_id: vendor, point_type: pointType, proof }
}

function parseOut(out: string | undefined): string {
  if (out !== undefined && out !== '') return out
  throw new Failure('Say with --out which folder the files go to, such as --out tags.')
}

/** The folder of `tags --from`. Throws `Failure` with what to write instead. */
export function parsePrintOrder({ out, ...making }: TagOptions): string {
  if (Object.values(making).some((value) => value !== undefined))
    throw new Failure('--from prints the tags that a file lists: leave --count, --type, --vendor, --point-type and --proof out.')
  return parseOut(out)
}

/** One tag for each booth that has none; null if the options mean other tags. Throws `Failure` with what to write instead. */
export function parseBoothsOrder({ count, type, vendor, pointType, proof, out }: TagOptions): BoothsOrder | null {
  if (type !== 'vendor' || vendor !== ALL_BOOTHS) return null
  if (count !== undefined || pointType !== undefined || proof !== undefined) {
    throw new Failure('--vendor all makes one tag for each booth without one: leave --count, --point-type and --proof out.')
  }
  return { count: null, kind: { nfc_type: 'vendor', vendor_id: null, point_type: null, proof: null }, out: parseOut(out) }
}

/** Parses the options of `tags` for new ones. Throws `Failure` with what to write instead. */
export function parseTagOrder(options: TagOptions): TagOrder {
  return { count: parseCount(options.count), kind: parseKind(options), out: parseOut(options.out) }
}
