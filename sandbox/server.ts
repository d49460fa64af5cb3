// The API server of `npm start`: the published server, with an explorer, an RPC proxy and a test wallet for the sandbox's chains.

import { dirname } from 'node:path'
import { runServer } from 'transfer-link-server'
import { hotWalletAddress } from './exchange/hot-wallet.ts'
import { mountExplorer, mountStartPage } from './explorer/explorer.ts'
import { docsOrigin } from './options.ts'
import { mountPlayground } from './playground.ts'
import { mountRpcProxy } from './rpc-proxy.ts'
import { mountSandboxWallet } from './wallet/routes.ts'

const receiverPort = process.env.WEBHOOK_RECEIVER_PORT
// Without `npm start` there is no receiver.
const receiverLinks =
  receiverPort === undefined
    ? []
    : [
        {
          name: 'Webhook receiver',
          url: `http://localhost:${receiverPort}/`,
          about: 'Shows the webhooks that it receives, and fails on request.',
        },
      ]

await runServer({ ...process.env, TRANSFER_ENV: 'sandbox' }, async (app, deps, config) => {
  const { networks } = deps
  const { rpcUrls, demoPort, sandboxExchangeUrl } = config
  const dataDir = dirname(config.dataFolder)
  const exchangeUrl = sandboxExchangeUrl.replace('127.0.0.1', 'localhost')
  mountExplorer(app, {
    networks,
    rpcUrls,
    names: new Map([[hotWalletAddress(dataDir).toLowerCase(), 'Sandbox Exchange']]),
  })
  mountStartPage(app, [
    { name: 'Demo shop', url: `http://localhost:${demoPort}/`, about: 'A site that embeds the transfer UI.' },
    { name: 'API reference', url: '/reference', about: 'Every endpoint, with examples.' },
    { name: 'Sandbox exchange', url: exchangeUrl, about: 'Logins, codes that were sent, and faults.' },
    ...receiverLinks,
    { name: 'Explorer', url: '/sandbox/explorer', about: 'Transactions on the local chains.' },
    { name: 'OpenAPI document', url: '/openapi.json', about: 'The API for generators and tools.' },
    { name: 'Health', url: '/readyz', about: 'Whether this server is ready.' },
  ])
  mountSandboxWallet(app, { dataDir, networks, rpcUrls })
  mountRpcProxy(app, networks, rpcUrls)
  await mountPlayground(app, deps, docsOrigin(process.env))
})
