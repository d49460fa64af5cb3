// A wallet of the sandbox for tests: it signs the request, or something else, and sends it without the server.
import { createWalletClient, type Hex, http } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { openSandboxAccounts } from '../../sandbox/wallet/accounts.ts'
import type { LinkSession } from './link-session.ts'
import type { TestServer } from './test-server.ts'

export interface WalletRequest {
  chainId: Hex
  from: Hex
  to: Hex
  data: Hex
  value: Hex
  gas: Hex
}

export interface TestWallet {
  account: PrivateKeyAccount
  /** As `eth_sendTransaction`: returns the hash. `instead` replaces parts of the request. */
  send(
    request: WalletRequest,
    instead?: { nonce?: number; value?: bigint; to?: Hex; data?: Hex; gas?: bigint; feeTimes?: bigint },
  ): Promise<string>
}

export function testWallet(server: TestServer, name = 'Main', network = 'base'): TestWallet {
  const found = openSandboxAccounts(server.folder).find((each) => each.name === name)
  if (found === undefined) throw new Error(`the sandbox has no account ${name}`)
  const account = found.key
  const client = createWalletClient({ account, transport: http(server.rpcUrls[network]) })
  return {
    account,
    send: ({ chainId, to, data, value, gas }, { feeTimes = 1n, ...instead } = {}) =>
      client.sendTransaction({
        chain: {
          id: Number(chainId),
          name: '',
          nativeCurrency: { name: '', symbol: '', decimals: 18 },
          rpcUrls: { default: { http: [] } },
        },
        to,
        data,
        value: BigInt(value),
        gas: BigInt(gas),
        maxFeePerGas: 20_000_000_000n * feeTimes,
        maxPriorityFeePerGas: 1_000_000_000n * feeTimes,
        ...instead,
      }),
  }
}

/** Connects the wallet to the link session. Returns its account. */
export async function connectWallet(session: LinkSession, { account }: TestWallet): Promise<string> {
  const fields = { address: account.address, walletName: 'Sandbox Wallet' }
  const response = await session.post('connect', { type: 'DeFiWallet', fields })
  if (response.body.content?.state !== 'connected') throw new Error(`not connected: ${response.text}`)
  return response.body.content.accounts[0].accountId
}

/** Polls until the transfer is as expected, for at most 20 s. */
export async function untilTransfer(
  session: LinkSession,
  transferId: string,
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads out of an response is checked by the test
  isExpected: (transfer: any) => boolean,
) {
  const until = Date.now() + 20_000
  for (;;) {
    const { transfer } = (await session.get(`transfer/${transferId}`)).body.content
    if (isExpected(transfer)) return transfer
    if (Date.now() > until) throw new Error(`not yet: ${JSON.stringify(transfer)}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
