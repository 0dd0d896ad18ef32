import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compress } from './scripts/compress.ts'
import { webManifest } from './scripts/web-manifest.ts'
import { escapeHtml } from './src/lib/escape-html.ts'

const API_IN_DEVELOPMENT = 'http://127.0.0.1:8080'

function setting(name: string, otherwise: string): string {
  return process.env[name]?.trim() || otherwise
}

const productName = setting('PRODUCT_NAME', 'GeekQuest')

/**
 * The product's name in the page's head, where the app's own code cannot put it. The address that people know the server by
 * is filled in when a server starts; in development there is none.
 */
const headNames: Plugin = {
  name: 'head-names',
  transformIndexHtml(html, { server }) {
    const named = html.replaceAll('%PRODUCT_NAME%', () => escapeHtml(productName))
    return server === undefined ? named : named.replaceAll('%PUBLIC_URL%', '')
  },
}

export default defineConfig({
  plugins: [react(), tailwind(), headNames, webManifest(productName), compress()],
  define: {
    __PRODUCT_NAME__: JSON.stringify(productName),
    __COMPANY_NAME__: JSON.stringify(setting('COMPANY_NAME', 'GeekClub')),
    __PRIVACY_CONTACT__: JSON.stringify(setting('PRIVACY_CONTACT', 'privatnost@example.hr')),
  },
  build: { target: 'es2022', emptyOutDir: true, assetsInlineLimit: 0 },
  server: { port: 5173, proxy: { '/api': API_IN_DEVELOPMENT } },
})
