// A Solana node for one test, on the real virtual machine. Its slots follow the test's clock. The test may make it unreachable, lose
// transactions, or return invalid responses.
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { base58 } from '@scure/base'
import { CallRefused, type Ledger, openLedger } from '../../sandbox/solana/ledger.ts'
import { loadLitesvm } from '../../sandbox/solana/litesvm.ts'
import type { Purse } from '../../sandbox/solana/seed.ts'
import { readTransaction, transactionOf } from '../../server/chains/solana-message.ts'

export interface SolanaKey {
  address: string
  /** Of a transaction in base64, as requested. */
  sign(transaction: string): string
}

/** `undefined` lets the call through. */
type Intercept = (method: string, params: readonly unknown[]) => unknown

export interface TestSolana {
  url: string
  ledger(): Ledger
  /** Every call so far. */
  calls: string[]
  /** Intercepts every call until it is removed. */
  intercept: { with: Intercept | null }
  /** Another process over the same file. */
  restart(): void
  close(): void
}

export function newSolanaKey(): SolanaKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return {
    address: base58.encode(Uint8Array.from(Buffer.from(x, 'base64url'))),
    sign(transaction) {
      const message = readTransaction(Buffer.from(transaction, 'base64'))?.message
      if (message === undefined) throw new Error('no transaction')
      return Buffer.from(transactionOf(message, sign(null, message, privateKey))).toString('base64')
    },
  }
}

export async function startTestSolana(purses: readonly Purse[], now: () => number): Promise<TestSolana> {
  const folder = mkdtempSync(join(tmpdir(), 'test-solana-'))
  const open = () => openLedger({ vm: loadLitesvm(), file: join(folder, 'log.jsonl'), purses, now })
  let ledger = open()
  const calls: string[] = []
  const intercept: TestSolana['intercept'] = { with: null }

  function rpcResponse(method: string, params: readonly unknown[]): object {
    try {
      const instead = intercept.with?.(method, params)
      return { result: instead === undefined ? ledger.respond(method, params) : instead }
    } catch (error) {
      const code = error instanceof CallRefused ? error.code : -32603
      return { error: { code, message: String((error as Error).message) } }
    }
  }

  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const { id, method, params } = JSON.parse(text) as { id: number; method: string; params: unknown[] }
    calls.push(method)
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...rpcResponse(method, params) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ledger: () => ledger,
    calls,
    intercept,
    restart() {
      ledger = open()
    },
    close() {
      server.close()
      server.closeAllConnections()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
