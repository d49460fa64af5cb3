// A wallet of the user's own, in the site's page alone: the Sandbox Wallet, as an extension would be.
import { texts } from '../../components/texts/en.ts'
import { tokens } from '../support/chain.ts'
import { expect, test } from '../support/e2e.ts'
import { callback, callbackNames, chooseAsset, enterAmount } from '../support/link-flow.ts'
import { answerWallet, connectWallet, openWallets } from '../support/sandbox-wallet.ts'
import { shopAddress, shopBalance, transferOnChain } from '../support/shop.ts'

const usdc = tokens['USDC on Ethereum']

test('USDC goes from a wallet in the page at the top to the shop, and the chain says so', async ({ page, app }) => {
  const before = await shopBalance(app, usdc)
  const flow = await openWallets(page, app)
  await connectWallet(page, flow)
  await chooseAsset(flow, /USD Coin/)
  await enterAmount(flow, '12.5')
  await flow.getByRole('button', { name: texts.wallets.confirmTitle('Sandbox Wallet') }).click()
  await answerWallet(page, 'Add this network?')
  await answerWallet(page, 'Confirm this payment')
  await expect(flow.getByRole('button', { name: texts.common.done })).toBeVisible({ timeout: 20_000 })
  const { payload } = (await callback(page, 'transferFinished')) as { payload: Record<string, string> }
  expect(payload).toMatchObject({ status: 'success', amountText: '12.5', symbol: 'USDC', toAddress: shopAddress })
  const onChain = await transferOnChain(app, usdc, payload.txId ?? '')
  expect(onChain).toMatchObject({ succeeded: true, units: 12_500_000n, to: shopAddress.toLowerCase() })
  expect(await shopBalance(app, usdc)).toBe(before + 12_500_000n)
  await flow.getByRole('button', { name: texts.common.done }).click()
  await callback(page, 'exit')
  expect((await callbackNames(page)).filter((name) => name !== 'linkEvent')).toEqual([
    'brokerConnected',
    'transferFinished',
    'exit',
  ])
})
