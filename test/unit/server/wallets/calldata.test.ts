import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeFunctionData, encodeFunctionData, erc20Abi, getAddress } from 'viem'
import { toHex, tokenTransferData } from '../../../../server/wallets/calldata.ts'

const units = [1n, 10_500_000n, 2n ** 128n - 1n, 2n ** 256n - 1n]
const addresses = ['0xA38f54bf7d4A991dc7BD3b8cfAd5c54d557D4E61', `0x${'f'.repeat(40)}`, `0x${'0'.repeat(39)}1`]

test('the calldata to sign equals that of an ABI encoder, and is decoded to the same call', () => {
  for (const address of addresses) {
    for (const amount of units) {
      const to = getAddress(address)
      const data = tokenTransferData(to, amount)
      assert.equal(data, encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }))
      const read = decodeFunctionData({ abi: erc20Abi, data: data as `0x${string}` })
      assert.deepEqual(read, { functionName: 'transfer', args: [to, amount] })
    }
  }
})

test('an invalid address or amount is never encoded', () => {
  const [address = ''] = addresses
  for (const to of ['', '0x', address.slice(0, -1), `${address}0`, `${address.slice(0, -1)}g`]) {
    assert.throws(() => tokenTransferData(to, 1n), RangeError)
  }
  for (const amount of [0n, -1n, 2n ** 256n]) assert.throws(() => tokenTransferData(address, amount), RangeError)
})

test('numbers are written as a node reads them', () => {
  assert.deepEqual([toHex(0n), toHex(21_000), toHex(10n ** 18n)], ['0x0', '0x5208', '0xde0b6b3a7640000'])
})
