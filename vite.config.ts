import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compress } from './scripts/compress.ts'
import { webManifest } from './scripts/web-manifest.ts'

const API_IN_DEVELOPMENT = 'http://127.0.0.1:8080'
const productName = process.env.PRODUCT_NAME?.trim() || 'GeekQuest'

/** The product's name in the page's head, where the app's own code cannot put it. */
const headNames: Plugin = {
  name: 'head-names',
  transformIndexHtml: (html) => html.replaceAll('%PRODUCT_NAME%', productName),
}

export default defineConfig({
  plugins: [react(), tailwind(), headNames, webManifest(productName), compress()],
  define: { __PRODUCT_NAME__: JSON.stringify(productName) },
  build: { target: 'es2022', emptyOutDir: true, assetsInlineLimit: 0 },
  server: { port: 5173, proxy: { '/api': API_IN_DEVELOPMENT } },
})
