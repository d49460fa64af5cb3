import { defineConfig } from 'vite'

// The shop serves the output under /react/.
export default defineConfig({
  root: import.meta.dirname,
  base: '/react/',
  logLevel: 'warn',
  build: { assetsDir: '', emptyOutDir: true },
})
