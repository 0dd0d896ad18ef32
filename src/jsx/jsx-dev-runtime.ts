import * as react from 'react/jsx-dev-runtime'
import { ownTexts } from './own-texts'

// The JSX runtime for `npm run dev`.

export type { JSX } from 'react/jsx-runtime'
export const { Fragment } = react
export const jsxDEV: typeof react.jsxDEV = (type, props, ...rest) =>
  react.jsxDEV(type, ownTexts(type, props as object), ...rest)
