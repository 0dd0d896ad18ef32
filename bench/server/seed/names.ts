/**
 * Ids and tokens computed from a number, so that load scripts in Lua and SQL need no list of them. They have the length and
 * the alphabet of real ones.
 */
const numbered = (letter: string, index: number, length: number) => letter + String(index).padStart(length - 1, '0')

const ID_LENGTH = 16
const TOKEN_LENGTH = 26

export const teamId = (index: number) => numbered('t', index, ID_LENGTH)
export const playerId = (index: number) => numbered('p', index, ID_LENGTH)
export const staffId = (index: number) => numbered('s', index, ID_LENGTH)
export const playerToken = (index: number) => numbered('p', index, TOKEN_LENGTH)
export const staffToken = (index: number) => numbered('s', index, TOKEN_LENGTH)
export const boothId = (index: number) => `stand${index}`
export const pointTypeId = (index: number) => `vrsta${index}`
