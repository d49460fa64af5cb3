// The wallet engine that the tests of a file share.
import { after, before, beforeEach } from 'node:test'
import { startWalletEngine, type WalletEngine } from './wallet-engine.ts'

/** `engine` starts before the tests of the file, and ends after them. */
export function useWalletEngine() {
  const engine = {} as WalletEngine
  before(async () => {
    Object.assign(engine, await startWalletEngine())
  })
  after(() => engine.close())
  // Transfers that a test leaves open do not affect the next one.
  beforeEach(() => engine.wait(600_001))
  let amount = 10
  /** Each test pays another amount, so that none finds the payment of another. */
  const newAmount = () => String(++amount)
  return { engine, newAmount }
}
