import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// The shop serves the output under /svelte/.
export default defineConfig({
  root: import.meta.dirname,
  base: '/svelte/',
  logLevel: 'warn',
  plugins: [svelte({ configFile: false })],
  build: { assetsDir: '', emptyOutDir: true },
})
