import type { organiserTexts } from '#texts/organiser'
import type { setupTexts } from '#texts/setup'

/** In an address, this word in place of an id means a new entry. */
export const NEW = 'nova'
/** In an address, this word in place of a booth's id means the import from a spreadsheet. */
export const IMPORT = 'tablica'

/** Search parameters: their names in the code, and those that addresses show. */
const NAMES = {
  part: 'dio',
  teamId: 'tim',
  boothId: 'stand',
  personId: 'osoba',
  pointType: 'vrsta',
  print: 'ispis',
  way: 'nacin',
}

type AnyPart = keyof typeof organiserTexts.parts | keyof typeof setupTexts.parts

const PARTS = {
  overview: 'pregled',
  search: 'trazi',
  ranking: 'poredak',
  messages: 'poruke',
  end: 'kraj',
  audit: 'dnevnik',
  settings: 'natjecanje',
  pointTypes: 'vrste',
  booths: 'standovi',
  tags: 'oznake',
  players: 'igraci',
  print: 'ispis',
  file: 'datoteka',
  guide: 'vodic',
} satisfies Record<AnyPart, string>

const PRINTS = { prizes: 'nagrade', ranking: 'poredak' }
const WAYS = { join: 'pridruzi', found: 'osnuj' }

/** Makes a function that swaps the two words of each pair and leaves any other word unchanged. */
function swapOf(pairs: Readonly<Record<string, string>>): (word: string) => string {
  const entries = Object.entries(pairs)
  const words = new Map([...entries, ...entries.map(([word, shown]) => [shown, word] as const)])
  return (word) => words.get(word) ?? word
}

const swapName = swapOf(NAMES)
const SWAP_VALUE = new Map(
  Object.entries({ part: PARTS, print: PRINTS, way: WAYS }).flatMap(([name, pairs]) =>
    [name, swapName(name)].map((either) => [either, swapOf(pairs)] as const),
  ),
)

/**
 * Translates the search parameters of an address into those of the code, and back. Translating
 * twice gives the same address, even if the app does not know its parameters.
 */
export function translateSearch(search: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(search).map(([name, value]) => [
      swapName(name),
      typeof value === 'string' ? (SWAP_VALUE.get(name)?.(value) ?? value) : value,
    ]),
  )
}
