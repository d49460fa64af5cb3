// `npm start`: the sandbox with this project's own API server and demo shop.

import { join } from 'node:path'
import { runSandbox } from '../../sandbox/supervisor.ts'
import { buildStale, buildWatchers } from '../build/build-stale.ts'

const projectRoot = join(import.meta.dirname, '../..')

process.exit(
  await runSandbox({
    projectRoot,
    apiServer: join(projectRoot, 'sandbox/server.ts'),
    shop: join(projectRoot, 'examples/shop/server.ts'),
    build: (signal) => buildStale(projectRoot, console.log, signal),
    watchers: buildWatchers(),
  }),
)
