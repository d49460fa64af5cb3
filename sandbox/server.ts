// The API server of `npm start`: the published server, with an explorer, an RPC proxy and a test wallet for the sandbox's chains.

import { dirname } from 'node:path'
import { runServer } from 'transfer-link-server'
import { mountExplorer } from './explorer.ts'
import { mountRpcProxy } from './rpc-proxy.ts'
import { mountSandboxWallet } from './wallet/routes.ts'

await runServer({ ...process.env, TRANSFER_ENV: 'sandbox' }, (app, { networks }, { rpcUrls, dataFolder }) => {
  mountExplorer(app, networks, rpcUrls)
  mountSandboxWallet(app, { dataDir: dirname(dataFolder), networks, rpcUrls })
  mountRpcProxy(app, networks, rpcUrls)
})
