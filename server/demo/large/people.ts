import { uniqueNickname } from '#rules/account'
import type { DemoPlayer } from '../story'
import type { Chance } from './chance'
import { FIRST_NAMES, LAST_NAMES, NICKNAME_WORDS } from './words'

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

/** Creates people with unique nicknames and numbers. The numbers count up from `firstNumber`, which is below 10,000. */
export function createPeople(chance: Chance, firstNumber: number, takenNicknames: readonly string[]) {
  const taken = new Set(takenNicknames.map(uniqueNickname))
  let number = firstNumber
  return (): DemoPlayer => {
    const first_name = chance.pick(FIRST_NAMES)
    const last_name = chance.pick(LAST_NAMES)
    let nickname = composeNickname(chance, first_name, last_name)
    while (taken.has(uniqueNickname(nickname))) nickname = composeNickname(chance, first_name, last_name)
    taken.add(uniqueNickname(nickname))
    return { nickname, first_name, last_name, mobile: `+38591000${String(number++).padStart(4, '0')}` }
  }
}
