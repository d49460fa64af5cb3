import { expect } from '@open-wc/testing'
import { SeenPayments } from '../../../host/console/elements/seen-payments.ts'
import type { SeenPayments as Response } from '../../../server/contract/console/seen-payments.ts'
import { refused, settled, showInConsole, stubApi } from './show-in-console.ts'

const payment = {
  hash: `0x${'ab'.repeat(32)}`,
  explorerUrl: 'https://explorer.example/tx/1',
  from: `0x${'1e'.repeat(20)}`,
  amount: '25.9',
  symbol: 'USDC',
}

async function show(respond: () => Response) {
  const { api, calls } = stubApi(respond)
  const element = new SeenPayments()
  Object.assign(element, { api, transferId: 'transfer-1' })
  await showInConsole(element)
  await settled()
  await element.updateComplete
  const press = async () => {
    element.renderRoot.querySelector('button')?.click()
    await settled()
    await element.updateComplete
  }
  const text = () => element.renderRoot.textContent?.replace(/\s+/g, ' ') ?? ''
  return { element, calls, press, text, paths: () => calls.map(({ path }) => path) }
}

it('lists the payments that no transfer has, searches once, and searches later blocks when the button is pressed', async () => {
  const responses: Response[] = [
    { payments: [payment, { ...payment, from: null }], text: 'In blocks 1 to 10,000.', next: 10_000 },
    { payments: [], text: 'In blocks 10,001 to 10,005, none.', next: null },
  ]
  const { element, press, text, paths } = await show(() => responses.shift() as Response)
  await expect(element).to.be.accessible()
  expect(text()).to.contain('In blocks 1 to 10,000.').and.to.contain('25.9 USDC')
  expect(element.renderRoot.querySelectorAll('tbody tr').length).to.equal(2)
  expect(element.renderRoot.querySelector('button')?.textContent).to.equal('Search later blocks')
  await press()
  expect(element.renderRoot.querySelector('table')).to.equal(null)
  expect(element.renderRoot.querySelector('button')?.textContent).to.equal('Search again')
  const path = '/api/transfers/transfer-1/seen-payments'
  expect(paths()).to.deep.equal([path, `${path}?after=10000`])
})

it('shows why a search failed, and searches again', async () => {
  let fails = true
  const { element, press, text } = await show(() => {
    if (fails) throw refused('internalError', 500)
    return { payments: [], text: 'None.', next: null }
  })
  await expect(element).to.be.accessible()
  expect(text()).to.contain('The message of internalError.')
  fails = false
  await press()
  expect(text()).to.contain('None.')
})
