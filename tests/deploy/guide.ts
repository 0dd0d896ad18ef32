import { readFileSync } from 'node:fs'

const GUIDE = readFileSync('docs/DEPLOYMENT.md', 'utf8')

/**
 * The blocks of one kind under a heading of the guide, by default of commands; without a kind the
 * whole text.
 */
export function blocksUnder(heading: string, kind: 'sh' | 'json' | null = 'sh'): readonly string[] {
  const [, after = ''] = GUIDE.split(`\n## ${heading}\n`)
  const section = after.split('\n## ')[0] ?? ''
  if (kind === null) return [section]
  return [...section.matchAll(new RegExp(`^\`\`\`${kind}\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, block = '']) => block,
  )
}
