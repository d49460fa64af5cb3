import { defineConfig } from 'vite'
import solid from 'vite-plugin-solid'

// The shop serves the output under /solid/.
export default defineConfig({
  root: import.meta.dirname,
  base: '/solid/',
  logLevel: 'warn',
  plugins: [solid()],
  build: { assetsDir: '', emptyOutDir: true },
})
