// Local chains that the test files of one process share, because each chain host costs about a second of CPU time. Every test
// server has a separate data folder with a funded hot wallet, so two exchanges never share a nonce.
import { mkdirSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hotWalletAddress } from '../../sandbox/exchange/hot-wallet.ts'
import { type ChainHost, startChainHost } from '../../sandbox/processes.ts'
import { endWithProcess } from './end-of-process.ts'

export interface FundedFolder {
  chain: ChainHost
  folder: string
  end(): Promise<void>
}

const foldersPerHost = 16
const unused: FundedFolder[] = []
let starting: Promise<void> | undefined

export async function takeFundedFolder(): Promise<FundedFolder> {
  for (;;) {
    const taken = unused.shift()
    if (taken !== undefined) return taken
    starting ??= startHost().finally(() => {
      starting = undefined
    })
    await starting
  }
}

async function startHost(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'transfer-link-chains-'))
  const folders = Array.from({ length: foldersPerHost }, (_, index) => join(root, `server-${index}`))
  for (const folder of folders) mkdirSync(folder)
  const chain = await startChainHost({ dataDir: root, fund: folders.map(hotWalletAddress) })
  endWithProcess(async () => {
    await chain.stop()
    await rm(root, { recursive: true, force: true })
  })
  unused.push(...folders.map((folder) => ({ chain, folder, end: () => rm(folder, { recursive: true, force: true }) })))
}
