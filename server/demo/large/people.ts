import { uniqueNickname } from '#rules/account'
import type { DemoPlayer } from '../story'
import type { Chance } from './chance'
import { NICKNAME_WORDS } from './words'

/** After the numbers of the people with a fixed name. They have four digits, so there is none above 9,999. */
const FIRST_NUMBER = 1_000

const PLAIN: Readonly<Record<string, string>> = { č: 'c', ć: 'c', đ: 'd', š: 's', ž: 'z' }
const plain = (text: string) => text.toLowerCase().replace(/[čćđšž]/g, (letter) => PLAIN[letter] ?? letter)

function composeNickname(chance: Chance, first: string, last: string): string {
  const word = plain(chance.pick(NICKNAME_WORDS))
  const kind = chance.next()
  if (kind < 0.25) return `${word}${Math.floor(chance.between(2, 100))}`
  if (kind < 0.45) return `${word}_${plain(chance.pick(NICKNAME_WORDS))}`
  if (kind < 0.65) return `${plain(first)}_${word}`
  if (kind < 0.85) return `${plain(first)}.${plain(last)}`
  return `${plain(first)}${Math.floor(chance.between(1, 10))}${plain(last).charAt(0)}`
}

/** Creates people with first and last names of the known ones, and with nicknames and numbers that nobody else has. */
export function createPeople(chance: Chance, known: readonly Omit<DemoPlayer, 'mobile'>[]) {
  const taken = new Set(known.map(({ nickname }) => uniqueNickname(nickname)))
  let number = FIRST_NUMBER
  return (): DemoPlayer => {
    const { first_name } = chance.pick(known)
    const { last_name } = chance.pick(known)
    let nickname = composeNickname(chance, first_name, last_name)
    while (taken.has(uniqueNickname(nickname))) nickname = composeNickname(chance, first_name, last_name)
    taken.add(uniqueNickname(nickname))
    return { nickname, first_name, last_name, mobile: `+38591000${String(number++).padStart(4, '0')}` }
  }
}
