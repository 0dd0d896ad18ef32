import { useQuery } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import type { DocumentNode } from '../../../scripts/guide'
import { QueryState } from '../../ui/loading'

const PROSE =
  'max-w-[68ch] leading-relaxed text-soft [&_h2]:text-2xl [&_h2]:font-bold [&_h2]:text-ink [&_h3]:mt-8 [&_h3]:text-xl [&_h3]:font-bold [&_h3]:text-ink [&_img]:mt-4 [&_img]:w-full [&_img]:max-w-80 [&_img]:rounded-card [&_img]:border [&_img]:border-line [&_li]:mt-2 [&_ol]:list-decimal [&_ol]:pl-6 [&_p]:mt-3 [&_strong]:font-semibold [&_strong]:text-ink [&_ul]:list-disc [&_ul]:pl-6'

function elementOf(node: DocumentNode): ReactNode {
  return typeof node === 'string' ? node : createElement(node.tag, node.props, ...(node.children ?? []).map(elementOf))
}

/** The guide for organisers, loaded when it is opened. */
export function GuidePart() {
  const guide = useQuery({
    queryKey: ['guide'],
    queryFn: async () => (await import('../../../docs/vodic.md')).default,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <article translate="yes" className="rounded-card border border-line bg-surface p-5 sm:p-8">
      <QueryState query={guide}>{(nodes) => createElement('div', { className: PROSE }, ...nodes.map(elementOf))}</QueryState>
    </article>
  )
}
