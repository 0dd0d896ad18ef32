import { readFileSync } from 'node:fs'

const GUIDE = readFileSync('docs/DEPLOYMENT.md', 'utf8')

/**
 * Returns the blocks of one kind under a heading of the guide, by default the blocks of commands.
 * If the kind is null, returns the whole text instead.
 */
export function blocksUnder(heading: string, kind: 'sh' | 'json' | null = 'sh'): readonly string[] {
  const [, after = ''] = GUIDE.split(`\n## ${heading}\n`)
  const section = after.split('\n## ')[0] ?? ''
  if (kind === null) return [section]
  return [...section.matchAll(new RegExp(`^\`\`\`${kind}\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, block = '']) => block,
  )
}
