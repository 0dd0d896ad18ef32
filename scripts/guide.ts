import { lexer, type MarkedToken, type Token } from 'marked'
import type { Plugin } from 'vite'

/** A document as elements, because the page's policy lets nothing write HTML into it. */
export type DocumentNode =
  | string
  | { readonly tag: string; readonly props?: object; readonly children?: readonly DocumentNode[] }

function nodesOf(tokens: readonly Token[]): DocumentNode[] {
  // No extension adds others.
  return tokens.flatMap((token) => blockOf(token as MarkedToken))
}

function blockOf(token: MarkedToken): DocumentNode[] {
  if (token.type === 'space') return []
  // Below the screen's own.
  if (token.type === 'heading')
    return [{ tag: `h${token.depth + 1}`, children: nodesOf(token.tokens) }]
  if (token.type === 'paragraph') return [{ tag: 'p', children: nodesOf(token.tokens) }]
  if (token.type !== 'list') return inlineOf(token)
  const children = token.items.map((item) => ({ tag: 'li', children: nodesOf(item.tokens) }))
  return [{ tag: token.ordered ? 'ol' : 'ul', children }]
}

function inlineOf(token: MarkedToken): DocumentNode[] {
  if (token.type === 'strong') return [{ tag: 'strong', children: nodesOf(token.tokens) }]
  if (token.type === 'image')
    return [{ tag: 'img', props: { src: token.href.replace('../public/', '/'), alt: token.text } }]
  if (token.type === 'codespan') return [{ tag: 'code', children: [token.text] }]
  if (token.type === 'text')
    return token.tokens === undefined ? [token.text] : nodesOf(token.tokens)
  throw new Error(`${token.type}: ${token.raw}: the guide shows no such thing`)
}

/** Documents that the app shows are read when it is built. */
export function guide(): Plugin {
  return {
    name: 'guide',
    transform(text, id) {
      return id.endsWith('.md')
        ? { code: `export default ${JSON.stringify(nodesOf(lexer(text)))}`, map: null }
        : null
    },
  }
}
