// Builds what is stale, for `npm run build` and before the end-to-end tests. The supervisor does the same at `npm start`.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const vite = join(root, 'node_modules/vite/bin/vite.js')

for (const config of ['components/vite.config.ts', 'host/vite.config.ts']) {
  if (!existsSync(join(root, config))) continue
  const { status } = spawnSync(process.execPath, [vite, 'build', '--config', config, '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}
