import { Inflate } from 'fflate'
import { importTexts } from '#texts/import'
import { UnreadableFile } from './unreadable-file'

const { unreadable } = importTexts

/** Limit of an archive's unpacked size. */
const MAX_UNPACKED = 50 * 1024 ** 2
/**
 * Chunk size for unpacking. Deflate expands a byte to at most a thousand, so no step unpacks more
 * than 16 MB before the limit is checked.
 */
const STEP = 16 * 1024

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_ENTRY = 0x04034b50
const END_SIZE = 22
const MAX_COMMENT = 0xffff

interface Entry {
  readonly name: string
  readonly isEncrypted: boolean
  readonly isStored: boolean
  readonly size: number
  readonly at: number
}

/**
 * Lists an archive's files by its directory
 * (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3).
 */
function entriesOf(bytes: Uint8Array): readonly Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - END_SIZE
  while (end >= 0 && view.getUint32(end, true) !== END_OF_DIRECTORY) {
    if (bytes.length - end > END_SIZE + MAX_COMMENT) throw new RangeError('no directory')
    end--
  }
  if (end < 0) throw new RangeError('no directory')
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  return Array.from({ length: count }, () => {
    if (view.getUint32(at, true) !== DIRECTORY_ENTRY) throw new RangeError('no entry')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((of) =>
      view.getUint16(at + of, true),
    ) as [number, number, number]
    const method = view.getUint16(at + 10, true)
    const entry = {
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      isStored: method === 0,
      size: view.getUint32(at + 20, true),
      at: view.getUint32(at + 42, true),
    }
    at += 46 + nameLength + extraLength + commentLength
    return entry
  })
}

/**
 * Returns a function that reads a file of the archive as text; null if there is no such file. Both
 * functions throw `UnreadableFile`, or any error of reading a broken archive.
 */
export function openArchive(bytes: Uint8Array): (name: string) => string | null {
  const entries = new Map(entriesOf(bytes).map((entry) => [entry.name.toLowerCase(), entry]))
  if ([...entries.values()].some(({ isEncrypted }) => isEncrypted))
    throw new UnreadableFile(unreadable.password)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let unpacked = 0
  return (name) => {
    const entry = entries.get(name.toLowerCase())
    if (entry === undefined) return null
    if (view.getUint32(entry.at, true) !== LOCAL_ENTRY) throw new RangeError('no file')
    const from =
      entry.at + 30 + view.getUint16(entry.at + 26, true) + view.getUint16(entry.at + 28, true)
    const packed = bytes.subarray(from, from + entry.size)
    const decoder = new TextDecoder()
    const texts: string[] = []
    // Count unpacked bytes: the sizes stated by an archive may be wrong.
    function addUnpacked(chunk: Uint8Array) {
      unpacked += chunk.length
      if (unpacked > MAX_UNPACKED) throw new UnreadableFile(unreadable.too_large_unpacked)
      texts.push(decoder.decode(chunk, { stream: true }))
    }
    if (entry.isStored) addUnpacked(packed)
    else {
      const inflate = new Inflate(addUnpacked)
      for (let at = 0; at < packed.length; at += STEP)
        inflate.push(packed.subarray(at, at + STEP), at + STEP >= packed.length)
    }
    return texts.join('') + decoder.decode()
  }
}
