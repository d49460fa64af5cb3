import { defineConfig } from 'vite'

// The shop serves what is built under /react/.
export default defineConfig({
  root: import.meta.dirname,
  base: '/react/',
  logLevel: 'warn',
  build: { assetsDir: '', emptyOutDir: true },
})
