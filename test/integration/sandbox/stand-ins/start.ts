// `npm start` with stand-ins for the API server and the shop, and with nothing to build.
import { join } from 'node:path'
import { runSandbox } from '../../../../sandbox/supervisor.ts'

const projectRoot = import.meta.dirname
const apiServer = join(projectRoot, 'api-server.ts')
const shop = join(projectRoot, 'shop.ts')

process.exit(await runSandbox({ projectRoot, apiServer, shop }))
