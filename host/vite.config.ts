import { resolve } from 'node:path'
import { defineConfig } from 'vite'
import { squeezeStyles } from '../components/vite.config.ts'

// The server writes a nonce of its own into {{nonce}} with every reply, and the link's origin into {{origin}}.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [squeezeStyles()],
  base: '/link-assets/',
  html: { cspNonce: '{{nonce}}' },
  build: {
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    outDir: resolve(import.meta.dirname, '../server/dist/hosted'),
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
