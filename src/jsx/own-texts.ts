import { Fragment, type ReactElement, type ReactNode } from 'react'
import { jsx } from 'react/jsx-runtime'

type Text = string | number | bigint

const isText = (child: ReactNode): child is Text =>
  (typeof child === 'string' && child !== '') ||
  typeof child === 'number' ||
  typeof child === 'bigint'
const isNothing = (child: ReactNode) => child == null || typeof child === 'boolean' || child === ''

/** Wraps each run of adjacent texts in an element at the first one's position. */
function inElements(children: readonly ReactNode[]): ReactNode[] {
  const apart: ReactNode[] = []
  let text = ''
  let place = 0
  const end = () => {
    if (text !== '') apart[place] = inElement(text, `text ${place}`)
    text = ''
  }
  for (const [index, child] of children.entries()) {
    if (isText(child)) {
      if (text === '') place = index
      text += String(child)
      apart.push(null)
    } else {
      if (!isNothing(child)) end()
      apart.push(Array.isArray(child) ? inElements(child) : child)
    }
  }
  end()
  return apart
}

const inElement = (text: Text, key?: string): ReactElement => jsx('span', { children: text }, key)

/**
 * Gives every text its own element. Browser translation and extensions move and replace text nodes.
 * React keeps references to text nodes with siblings, and then throws or changes a node that is no
 * longer shown (https://github.com/facebook/react/issues/11538). A text without siblings is safe:
 * React sets it through its element.
 */
export function ownTexts<Props extends { readonly children?: ReactNode }>(
  type: unknown,
  props: Props,
): Props {
  const { children } = props
  if (type === Fragment && isText(children)) return { ...props, children: inElement(children) }
  if (!Array.isArray(children) || !hasText(children)) return props
  if (type !== Fragment && children.every((child) => isText(child) || isNothing(child))) {
    return { ...props, children: children.filter(isText).join('') }
  }
  return { ...props, children: inElements(children) }
}

function hasText(children: readonly ReactNode[]): boolean {
  return children.some((child) => isText(child) || (Array.isArray(child) && hasText(child)))
}
