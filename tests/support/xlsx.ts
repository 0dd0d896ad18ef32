import { inflateRawSync } from 'node:zlib'

const DIRECTORY_ENTRY = 0x02_01_4b_50
const DIRECTORY_END = Buffer.from([0x50, 0x4b, 0x05, 0x06])

/** The files of an archive, by their paths. */
function unzip(archive: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  let at = archive.readUInt32LE(archive.lastIndexOf(DIRECTORY_END) + 16)
  while (archive.readUInt32LE(at) === DIRECTORY_ENTRY) {
    const [method, size, header] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20), archive.readUInt32LE(at + 42)]
    const [name, extra, comment] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field)) as [number, number, number]
    const from = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28)
    const content = archive.subarray(from, from + size)
    const path = archive.toString('utf8', at + 46, at + 46 + name)
    files.set(path, (method === 0 ? content : inflateRawSync(content)).toString('utf8'))
    at += 46 + name + extra + comment
  }
  return files
}

const plain = (xml: string) =>
  xml.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ({ lt: '<', gt: '>', quot: '"', apos: "'" })[name] ?? '&')

const CELL = /<c r="([A-Z])\d+"([^>]*)><v>(.*?)<\/v><\/c>/gs
const FIRST_COLUMN = 'A'.charCodeAt(0)

/** The cells of the first sheet, row by row. A cell that is neither text nor number fails. */
export function readXlsx(file: Buffer): (string | number | null)[][] {
  const files = unzip(file)
  const strings = [...(files.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>.*?<t[^>]*>(.*?)<\/t>/gs)].map(([, text = '']) =>
    plain(text),
  )
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
  if (sheet.includes('<f')) throw new Error('The sheet has a formula.')
  return [...sheet.matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells: (string | number | null)[] = []
    for (const [, column = '', attributes = '', value] of row.matchAll(CELL)) {
      const type = /\bt="(\w+)"/.exec(attributes)?.[1] ?? 'n'
      if (type !== 'n' && type !== 's') throw new Error(`A cell of the type ${type}.`)
      cells[column.charCodeAt(0) - FIRST_COLUMN] = type === 'n' ? Number(value) : (strings[Number(value)] ?? null)
    }
    return Array.from(cells, (cell) => cell ?? null)
  })
}
