import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

// The shop serves the output under /vue/.
export default defineConfig({
  root: import.meta.dirname,
  base: '/vue/',
  logLevel: 'warn',
  plugins: [vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'transfer-link' } } })],
  build: { assetsDir: '', emptyOutDir: true },
})
