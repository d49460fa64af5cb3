// Compares the catalogue with other sources: viem's chains, the coin types of SLIP-44, LI.FI's tokens and, for tokens that none of
// them has, a table that was written from the issuers' pages. A row without a second source fails.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultCoins, supportedChains } from '@lifi/data-types'
import slip44 from '@metamask/slip44' with { type: 'json' }
import * as chains from 'viem/chains'
import { networkCatalogue } from '../../../../server/networks/catalogue.ts'
import { toChecksumAddress } from '../../../../server/networks/evm-address.ts'
import type { Network, NetworkToken } from '../../../../server/networks/network.ts'
import { sourcedTokens } from '../../../fixtures/token-sources.ts'

const { all } = networkCatalogue('production')
const viemChains = {
  ethereum: chains.mainnet,
  arbitrum: chains.arbitrum,
  optimism: chains.optimism,
  base: chains.base,
  polygon: chains.polygon,
  bsc: chains.bsc,
  avalanche: chains.avalanche,
}
const lifiKeys: Record<string, string> = {
  ethereum: 'eth',
  arbitrum: 'arb',
  optimism: 'opt',
  base: 'bas',
  polygon: 'pol',
  bsc: 'bsc',
  avalanche: 'ava',
  solana: 'sol',
  bitcoin: 'btc',
  tron: 'trn',
  litecoin: 'ltc',
  dogecoin: 'dge',
  stellar: 'xlm',
}

test('an EVM network has the chain id, the coin and the explorer that viem has', () => {
  assert.deepEqual(
    Object.keys(viemChains).sort(),
    keysWhere((network) => network.isEvm),
  )
  for (const [key, chain] of Object.entries(viemChains)) {
    const network = networkOfKey(key)
    assert.equal(network.chainId, String(chain.id), key)
    assert.equal(network.nativeSymbol, chain.nativeCurrency.symbol, key)
    assert.equal(nativeCoin(network).decimals, chain.nativeCurrency.decimals, key)
    assert.equal(network.explorerUrl, `${chain.blockExplorers.default.url}/tx/{hash}`)
  }
})

test('a network of another kind has the coin type of SLIP-44', () => {
  for (const network of all.filter(({ isEvm }) => !isEvm)) {
    const listed = slip44[network.chainId as keyof typeof slip44]
    assert.equal(listed.symbol, network.nativeSymbol, network.key)
  }
})

test('the ids of the sandbox’s chains are those of no real chain', () => {
  const real = new Set(Object.values(chains).map(({ id }) => String(id)))
  const own = all.map(({ sandboxChainId }) => sandboxChainId)
  assert.equal(new Set(own).size, all.length)
  for (const id of own) {
    assert.match(id, /^9133700\d\d$/)
    assert.ok(!real.has(id) && !(id in slip44), id)
  }
})

test('every native coin is on its network once, with its own symbol and no contract', () => {
  for (const network of all) {
    assert.equal(network.tokens.filter(({ contract }) => contract === '').length, 1, network.key)
    assert.equal(nativeCoin(network).symbol, network.nativeSymbol)
  }
})

for (const network of all) {
  for (const token of network.tokens) {
    test(`${token.symbol} on ${network.name} is written the same elsewhere`, () => {
      const other = byHand(network, token) ?? atLifi(network, token)
      assert.ok(other, 'no second source')
      assert.equal(token.decimals, other.decimals)
      assert.equal(spelled(network, token.contract), spelled(network, other.contract))
      if (network.isEvm && token.contract !== '') assert.equal(token.contract, toChecksumAddress(token.contract))
      else if (token.contract !== '') assert.equal(network.checkAddress(token.contract).ok, true)
    })
  }
}

test('nothing is written down a second time in vain', () => {
  for (const { network, symbol } of sourcedTokens) {
    assert.ok(
      networkOfKey(network).tokens.some((token) => token.symbol === symbol),
      `${symbol} on ${network}`,
    )
  }
})

interface Written {
  contract: string
  decimals: number
}

function byHand(network: Network, { symbol }: NetworkToken): Written | undefined {
  return sourcedTokens.find((row) => row.network === network.key && row.symbol === symbol)
}

/** Its symbols are its own in places: `USD₮0` for what Tether calls USDT there. The key of the coin is meant. */
function atLifi(network: Network, { symbol, contract }: NetworkToken): Written | undefined {
  const chain = supportedChains.find(({ key }) => key === lifiKeys[network.key])
  if (chain === undefined) return undefined
  if (contract === '') {
    assert.equal(chain.coin, symbol)
    return { contract: '', decimals: chain.metamask.nativeCurrency.decimals }
  }
  const found = defaultCoins.find(({ key }) => key === symbol)?.chains[chain.id]
  return found && { contract: found.address, decimals: found.decimals }
}

function spelled(network: Network, contract: string): string {
  return network.isEvm ? contract.toLowerCase() : contract
}

function networkOfKey(key: string): Network {
  return all.find((network) => network.key === key) ?? assert.fail(key)
}

function nativeCoin(network: Network): NetworkToken {
  return network.tokens.find(({ contract }) => contract === '') ?? assert.fail(network.key)
}

function keysWhere(holds: (network: Network) => boolean): string[] {
  return all
    .filter(holds)
    .map(({ key }) => key)
    .sort()
}
