import { createSecretKey } from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readEnv } from '#server/env'
import { aesCmac, readProof } from '#server/tag-proof/read-proof'
import { ownFolder } from '../support/folder'
import { HEX_KEYS, PAIR, touch } from '../support/ntag424'

const hex = (text: string) => Buffer.from(text, 'hex')
const key = (text: string) => createSecretKey(hex(text))

describe('AES-CMAC', () => {
  const MESSAGE =
    '6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710'

  test.each([
    [0, 'bb1d6929e95937287fa37d129b756746'],
    [16, '070a16b46b4d4144f79bdd9dd04a287c'],
    [40, 'dfa66747de9ae63030ca32611497c827'],
    [64, '51f0bebf7e3b9d92fc49741779363cfe'],
  ])('of %i bytes is that of RFC 4493', (length, mac) => {
    expect(aesCmac(key('2b7e151628aed2a6abf7158809cf4f3c'), hex(MESSAGE).subarray(0, length)).toString('hex')).toBe(mac)
  })
})

describe('the proof of an NTAG 424 DNA', () => {
  const zero = key('00'.repeat(16))
  const published = { picc: 'EF963FF7828658A599F3041510671E88', cmac: '94EED9EE65337086' }

  test('that AN12196 publishes is read with its UID and counter, in upper and lower case', () => {
    const keys = { meta: zero, file: zero }
    expect(readProof(keys, published)).toEqual({ uid: '04DE5F1EACC040', counter: 61 })
    const lower = { picc: published.picc.toLowerCase(), cmac: published.cmac.toLowerCase() }
    expect(readProof(keys, lower)).toEqual({ uid: '04DE5F1EACC040', counter: 61 })
  })

  test.each([0, 1, 255, 256, 65_536, 0xff_ff_ff])('is read at its touch number %i', (counter) => {
    expect(readProof(PAIR, touch('04AABBCCDDEEFF', counter))).toEqual({ uid: '04AABBCCDDEEFF', counter })
  })

  const right = touch('04AABBCCDDEEFF', 7)
  test.each([
    ['no proof', {}],
    ['half of one', { picc: right.picc }],
    ['PICC data that are too short', { ...right, picc: right.picc.slice(2) }],
    ['PICC data that are too long', { ...right, picc: `${right.picc}00` }],
    ['PICC data that are no hex', { ...right, picc: `zz${right.picc.slice(2)}` }],
    ['a CMAC that is too short', { ...right, cmac: right.cmac.slice(1) }],
    ['a CMAC that is too long', { ...right, cmac: `${right.cmac}0` }],
    ['the template that nothing was written into', { picc: '0'.repeat(32), cmac: '0'.repeat(16) }],
    ['the CMAC of another touch', { ...right, cmac: touch('04AABBCCDDEEFF', 8).cmac }],
    ['the CMAC of another chip', { ...right, cmac: touch('04AABBCCDDEEFE', 7).cmac }],
    ['keys of another tag', touch('04AABBCCDDEEFF', 7, { meta: PAIR.file, file: PAIR.meta })],
  ])('does not hold with %s', (_name, proof) => {
    expect(readProof(PAIR, right)).not.toBeNull()
    expect(readProof(PAIR, proof)).toBeNull()
  })
})

describe('TAG_KEYS', () => {
  const folder = ownFolder()
  function file(name: string, content: string, mode = 0o600): string {
    const path = folder(name)
    writeFileSync(path, content)
    chmodSync(path, mode)
    return path
  }
  const ofOne = JSON.stringify({ 'zmaj-1': HEX_KEYS })

  test('gives a tag its own keys, else those of *', () => {
    const one = readEnv({ TAG_KEYS: file('one.json', ofOne) }).tagKeys
    expect(one('zmaj-1')).not.toBeNull()
    expect(one('zmaj-2')).toBeNull()
    const other = { meta: '11'.repeat(16), file: '22'.repeat(16) }
    const all = readEnv({ TAG_KEYS: file('all.json', JSON.stringify({ 'zmaj-1': HEX_KEYS, '*': other })) }).tagKeys
    const proof = touch('04AABBCCDDEEFF', 7)
    expect(readProof(all('zmaj-1') ?? PAIR, proof)).not.toBeNull()
    expect(readProof(all('zmaj-2') ?? PAIR, proof)).toBeNull()
    expect(readEnv({}).tagKeys('zmaj-1')).toBeNull()
  })

  test('is not shown by what prints it', () => {
    const { tagKeys } = readEnv({ TAG_KEYS: file('printed.json', ofOne) })
    const printed =
      inspect({ tagKeys, pair: tagKeys('zmaj-1') }, { depth: 9, showHidden: true }) + JSON.stringify(tagKeys('zmaj-1'))
    for (const secret of Object.values(HEX_KEYS)) expect(printed.toLowerCase()).not.toContain(secret)
  })

  test.each([
    [
      'a file that others can read',
      () => file('open.json', ofOne, 0o640),
      /others than its owner can read; run chmod 600 on it\.$/,
    ],
    ['a file that is not there', () => folder('none.json'), /which cannot be read\.$/],
    ['no JSON', () => file('text.json', 'ključevi'), /must be JSON such as/],
    ['a list', () => file('list.json', '[]'), /must be JSON such as/],
    ['a short key', () => file('short.json', '{"*":{"meta":"00","file":"00"}}'), /must be JSON such as/],
    ['a missing key', () => file('half.json', JSON.stringify({ '*': { meta: HEX_KEYS.meta } })), /must be JSON such as/],
  ])('stops the start with one sentence for %s', (_name, path, sentence) => {
    const read = () => readEnv({ TAG_KEYS: path() })
    expect(read).toThrow(sentence)
    expect(read).toThrow(/^TAG_KEYS names [^\n]+\.$/)
    expect(read).not.toThrow(new RegExp(HEX_KEYS.meta))
  })
})
