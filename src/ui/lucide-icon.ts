import type { LucideIconData, LucideProps } from 'lucide-react'
import { createElement } from 'react'

const STROKED = {
  xmlns: 'http://www.w3.org/2000/svg',
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
} as const

/**
 * Makes the component of one icon. The build replaces Lucide's function of this name with it
 * (`vite.config.ts`), because every start would load that function's options, which no screen uses.
 */
export default function createLucideIcon({ node }: LucideIconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes))
  return (props: LucideProps) => createElement('svg', { ...STROKED, ...props }, shapes)
}
