import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const LINK = /\]\(([^)\s]+)\)/g
const FENCE = /^```[\s\S]*?^```/gm

function documents(): string[] {
  const inDocs = readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name))
  return [...readdirSync('.'), ...inDocs].filter((name) => name.endsWith('.md'))
}

/** The anchor that a heading gets, as GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

function anchorsIn(document: string): string[] {
  return [...document.replace(FENCE, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
}

/** The links of one document that lead to no file or no heading of this repository. */
function brokenLinks(path: string, text: string): string[] {
  const targets = [...text.replace(FENCE, '').matchAll(LINK)].map(([, target = '']) => target)
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false
    const [file = '', anchor] = target.split('#')
    const found = file === '' ? path : normalize(join(dirname(path), file))
    if (!existsSync(found)) return true
    return anchor !== undefined && !anchorsIn(readFileSync(found, 'utf8')).includes(anchor)
  })
}

test.each(documents())('the links of %s lead somewhere', (path) => {
  expect(brokenLinks(path, readFileSync(path, 'utf8'))).toEqual([])
})

test.each([
  ['a file that is not there', 'see [this](no-such-file.md)'],
  ['a heading that is not there', 'see [this](../README.md#no-such-heading)'],
])('finds a link to %s', (_what, text) => {
  expect(brokenLinks('docs/rules.md', text)).toHaveLength(1)
})
