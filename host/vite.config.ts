import { resolve } from 'node:path'
import { defineConfig } from 'vite'
import { compactSource } from '../components/compact-source.ts'

// The server writes a nonce of its own into {{nonce}} with every reply, and the link's origin into {{origin}}.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [compactSource()],
  base: '/link-assets/',
  html: { cspNonce: '{{nonce}}' },
  build: {
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    outDir: resolve(import.meta.dirname, '../server/dist/hosted'),
    emptyOutDir: true,
    modulePreload: false,
    reportCompressedSize: false,
  },
})
