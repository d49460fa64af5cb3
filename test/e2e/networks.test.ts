// A network that is no EVM one, has no chain here and needs a tag: XRP, from the first screen to the receipt.
import { texts } from '../../components/texts/en.ts'
import { xrp } from '../../server/networks/xrp.ts'
import { expect, test } from '../support/e2e.ts'
import { callback, enterAmount, heading, openInShop, sendButton, signIn } from '../support/link-flow.ts'
import { createLink } from '../support/links.ts'

const address = 'rLczgQHxPhWtjkaQqn3Q6UM8AbRbbRvs5K'
const toShop = { NetworkId: xrp.id, Symbol: 'XRP', Address: address }

test('a destination on the XRP Ledger requires its tag, which is on the review and on the receipt', {
  tag: '@proof',
}, async ({ page, app }) => {
  await expect(createLink(app, { ToAddresses: [toShop] })).rejects.toThrow(/400: XRP Ledger requires a destination tag/)

  const link = await createLink(app, { ToAddresses: [{ ...toShop, AddressTag: '104729' }] })
  const flow = await openInShop(page, app.shopUrl, link)
  await signIn(flow, 'user_networks')
  await enterAmount(flow, '25.5')
  await expect(sendButton(flow)).toBeVisible()
  await expect(flow.getByText(`${texts.review.tag}: 104729`)).toBeVisible()
  await expect(flow.getByText('on XRP Ledger (simulated)')).toBeVisible()
  await sendButton(flow).click()

  const { payload } = (await callback(page, 'transferFinished')) as { payload: Record<string, unknown> }
  expect(payload).toMatchObject({ status: 'success', toAddress: address, symbol: 'XRP', amountText: '25.5' })
  expect(payload.txId).toMatch(/^[0-9A-F]{64}$/)
  await expect(heading(flow, texts.receipt.title('25.5 XRP', 'Northwind'))).toBeVisible()
  await expect(flow.getByText(`${texts.review.tag}: 104729`)).toBeVisible()
  await expect(flow.getByText('XRP Ledger (simulated)')).toBeVisible()
  await expect(flow.getByText(texts.receipt.confirmedBy)).toBeVisible()
})
