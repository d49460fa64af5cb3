// `npm start`: the sandbox with this project's own API server and demo shop.

import { join } from 'node:path'
import { runSandbox } from '../../sandbox/supervisor.ts'

const projectRoot = join(import.meta.dirname, '../..')

process.exit(
  await runSandbox({
    projectRoot,
    apiServer: join(projectRoot, 'server/main.ts'),
    shop: join(projectRoot, 'examples/shop/server.ts'),
  }),
)
