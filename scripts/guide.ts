import { lexer, type MarkedToken, type Token } from 'marked'
import type { Plugin } from 'vite'

/** What a document becomes: elements, because the page's policy lets nothing write HTML into it. */
export type DocumentNode = string | { readonly tag: string; readonly props?: object; readonly children?: readonly DocumentNode[] }

function nodesOf(tokens: readonly Token[]): DocumentNode[] {
  return tokens.flatMap((one): DocumentNode[] => {
    const token = one as MarkedToken // No extension adds others.
    switch (token.type) {
      case 'space':
        return []
      case 'heading': // Below the screen's own.
        return [{ tag: `h${token.depth + 1}`, children: nodesOf(token.tokens) }]
      case 'paragraph':
        return [{ tag: 'p', children: nodesOf(token.tokens) }]
      case 'strong':
        return [{ tag: 'strong', children: nodesOf(token.tokens) }]
      case 'list':
        return [
          {
            tag: token.ordered ? 'ol' : 'ul',
            children: token.items.map(({ tokens }) => ({ tag: 'li', children: nodesOf(tokens) })),
          },
        ]
      case 'image':
        return [{ tag: 'img', props: { src: token.href.replace('../public/', '/'), alt: token.text } }]
      case 'codespan':
        return [{ tag: 'code', children: [token.text] }]
      case 'text':
        return token.tokens === undefined ? [token.text] : nodesOf(token.tokens)
      case 'blockquote':
      case 'br':
      case 'checkbox':
      case 'code':
      case 'def':
      case 'del':
      case 'em':
      case 'escape':
      case 'hr':
      case 'html':
      case 'link':
      case 'list_item':
      case 'table':
        break
    }
    throw new Error(`${token.type}: ${token.raw}: the guide shows no such thing`)
  })
}

/** Documents that the app shows are read when it is built. */
export function guide(): Plugin {
  return {
    name: 'guide',
    transform(text, id) {
      return id.endsWith('.md') ? { code: `export default ${JSON.stringify(nodesOf(lexer(text)))}`, map: null } : null
    },
  }
}
