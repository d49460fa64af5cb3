// `npm start` with stand-ins for the API server and the shop, and with nothing to build.
import { join } from 'node:path'
import { readOptions } from '../../../../../server/sandbox/options.ts'
import { superviseSandbox } from '../../../../../server/sandbox/supervisor.ts'

const here = import.meta.dirname
const programs = { projectRoot: here, apiServer: join(here, 'api-server.ts'), shop: join(here, 'shop.ts') }
try {
  process.exit(await superviseSandbox(readOptions(process.argv.slice(2), process.env, here), programs))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
