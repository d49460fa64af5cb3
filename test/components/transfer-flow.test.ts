import { expect, fixture, html, nextFrame, waitUntil } from '@open-wc/testing'
import { type LinkApi, LinkRefusal } from '../../components/flow/link-api.ts'
import type { FrameMessage } from '../../components/protocol/link-messages.ts'
import { TransferFlow } from '../../components/screens/transfer-flow.ts'
import { texts } from '../../components/texts/en.ts'
import { apiOver, type NamedApi } from '../support/named-api.ts'
import {
  account,
  arrived,
  confirming,
  ether,
  holding,
  ineligible,
  integrations,
  preview,
  problem,
  session,
  transfer,
} from './samples.ts'
import { settle } from './show-step.ts'

customElements.define('transfer-flow', TransferFlow)

const authData = {
  accessToken: {
    accountTokens: [],
    brokerType: 'sandbox',
    brokerName: 'Sandbox Exchange',
    brokerBrandInfo: { brokerLogo: '' },
  },
  auth_token: 'token',
}

/** A server on which everything goes well. */
function serverOver(changes: Partial<NamedApi> = {}): LinkApi {
  let seen = 0
  return apiOver({
    readSession: async () => session,
    listIntegrations: async () => integrations,
    connect: async () => ({ connectionId: 'c1', state: 'connected', accounts: [account], authData }),
    enterCode: async () => ({ connectionId: 'c1', state: 'connected', accounts: [account] }),
    resendCode: async () => ({ connectionId: 'c1', state: 'codeRequired' }),
    readConnection: async () => ({ connectionId: 'c1', state: 'connected', accounts: [account], authData }),
    resendExecute: async () => Promise.reject(new Error('nothing to send again')),
    openAccount: async () => account,
    listHoldings: async () => ({ status: 'succeeded', holdings: [holding, ether, ineligible] }),
    preview: async () => preview,
    execute: async () => ({
      outcome: 'succeeded',
      errorType: null,
      message: null,
      mfaType: null,
      attemptsLeft: null,
      transfer,
    }),
    readTransfer: async () => (seen++ === 0 ? confirming : arrived),
    ...changes,
  })
}

async function openFlow(link: TransferFlow['link']) {
  const messages: FrameMessage[] = []
  const frame =
    await fixture<HTMLElement>(html`<div @flowMessage=${(event: CustomEvent<FrameMessage>) => messages.push(event.detail)}>
    <transfer-flow .link=${link} .texts=${texts} .locale=${'en-GB'}></transfer-flow></div>`)
  const flow = frame.querySelector('transfer-flow') as TransferFlow
  const root = flow.shadowRoot as ShadowRoot
  const step = async (tag: string) => {
    const find = () => root.querySelector(`${tag}-screen`)
    await waitUntil(() => find()?.shadowRoot?.querySelector('h1'), tag, { timeout: 9_000 })
    settle(find() as Element)
  }
  const inStep = (selector: string) => root.querySelector('main > *')?.shadowRoot?.querySelector<HTMLElement>(selector)
  const press = async (selector: string) => {
    await waitUntil(() => inStep(selector) && inStep(selector)?.ariaDisabled !== 'true', selector, { timeout: 3000 })
    inStep(selector)?.click()
  }
  return { flow, root, messages, step, inStep, press }
}

describe('transfer-flow', () => {
  // A flow resumes the order that was given before a reload. No test continues another one's.
  beforeEach(() => sessionStorage.clear())

  it('goes from the first screen to the receipt, and emits its events in order', async () => {
    const { flow, root, messages, step, inStep, press } = await openFlow({ session, api: serverOver() })
    await step('choose-account')
    await expect(flow).to.be.accessible()
    await press('button.row')
    await step('sign-in')
    await press('.sandbox button')
    await press('footer button')
    await step('choose-asset')
    await press('button.row')
    await step('enter-amount')
    const input = inStep('input') as HTMLInputElement
    input.value = '250'
    input.dispatchEvent(new InputEvent('input'))
    await press('footer button')
    await step('review-transfer')
    await expect(flow).to.be.accessible()
    await press('footer button')
    await step('track-transfer')
    await step('transfer-receipt')
    await expect(flow).to.be.accessible()
    expect(root.querySelector('[role=status]')?.textContent).to.equal('Northwind received 250 USDC')
    expect(messages.at(0)).to.deep.equal({ type: 'loaded' })
    expect(messages.find((message) => message.type === 'brokerageAccountAccessToken')).to.deep.include({
      payload: { ...authData.accessToken, auth_token: authData.auth_token },
    })
    expect(messages.filter((message) => message.type === 'transferFinished').length).to.equal(1)
    await press('footer button')
    await waitUntil(() => messages.at(-1)?.type === 'done')
  })

  it('shows a screen that needs no response in the frame after the press', async () => {
    const { root, step, inStep, press } = await openFlow({ session, api: serverOver() })
    const pressAndAwaitFrame = async (next: string) => {
      // The screen before loads its code. In production it is there before a person can press.
      await waitUntil(() => customElements.get(`${next}-screen`))
      inStep('button.row')?.click()
      await nextFrame()
      expect(root.querySelector(`${next}-screen`)?.shadowRoot?.querySelector('h1'), next).to.be.instanceOf(HTMLElement)
    }
    await step('choose-account')
    await pressAndAwaitFrame('sign-in')
    await press('.sandbox button')
    await press('footer button')
    await step('choose-asset')
    await pressAndAwaitFrame('enter-amount')
  })

  it('announces the number of the step in words', async () => {
    const { root, step } = await openFlow({ session, api: serverOver() })
    await step('choose-account')
    expect(root.querySelector('.bars')?.getAttribute('aria-label')).to.equal('Step 1 of 5')
    expect(root.querySelector('.who')?.textContent).to.equal('Adding funds to Northwind')
  })

  it('speaks of no funds where the link only connects', async () => {
    const { root, step } = await openFlow({ session: { ...session, transfersEnabled: false }, api: serverOver() })
    await step('choose-account')
    expect(root.querySelector('.who')?.textContent).to.equal('Northwind')
    expect(document.title).to.equal('Northwind')
  })

  it('starts on the account of the first token that the site hands over', async () => {
    const { flow, step } = await openFlow({ session, api: serverOver() })
    await step('choose-account')
    const token = {
      accountId: 'a1',
      accountName: 'Main',
      accessToken: 't',
      brokerType: 'sandbox',
      brokerName: 'Sandbox',
    }
    flow.accessTokens = [token, { ...token, brokerType: 'DeFiWallet' }]
    await step('choose-asset')
  })

  it('resumes the choice between the accounts of a sign-in after a reload, with their tokens', async () => {
    const tokensOf = (accountId: string) => ({
      account: { accountId, accountName: accountId },
      accessToken: `at-${accountId}`,
      refreshToken: `rt-${accountId}`,
    })
    const accountTokens = [tokensOf('a1'), tokensOf('a2')]
    const several = { ...authData, accessToken: { ...authData.accessToken, accountTokens } }
    const accounts = [account, { ...account, accountId: 'a2', name: 'Savings' }]
    const connected = { connectionId: 'c1', state: 'connected', accounts, authData: several } as const
    const api = serverOver({ connect: async () => connected, readConnection: async () => connected })
    const before = await openFlow({ session, api })
    await before.step('choose-account')
    await before.press('button.row')
    await before.step('sign-in')
    await before.press('.sandbox button')
    await before.press('footer button')
    await before.step('pick-account')
    before.flow.remove()

    // The server has the first account as the session's.
    const resumed = { ...session, account, connected: { connectionId: 'c1', type: 'sandbox' } }
    const { messages, press, step } = await openFlow({ session: resumed, api })
    await step('pick-account')
    await press('li:nth-child(2) button')
    await step('choose-asset')
    const reported = messages.filter(({ type }) => type === 'brokerageAccountAccessToken')
    expect(reported.map((message) => 'payload' in message && message.payload)).to.have.length(1)
    expect(reported[0]).to.have.nested.property('payload.auth_token', 'at-a2')
  })

  it('leads to the sign-in of its integration, with a sentence, if the token of the site no longer works', async () => {
    const refused = { ...problem, errorType: 'authTokenExpired', httpStatus: 401 }
    const openAccount = () => Promise.reject(new LinkRefusal(refused))
    const { flow, root, step } = await openFlow({ session, api: serverOver({ openAccount }) })
    await step('choose-account')
    flow.accessTokens = [
      { accountId: 'a1', accountName: 'Main', accessToken: 't', brokerType: 'sandbox', brokerName: 'Sandbox' },
    ]
    await step('sign-in')
    await expect(flow).to.be.accessible()
    const shown = root.querySelector('sign-in-screen')?.shadowRoot?.querySelector('[role="alert"]')
    expect(shown?.textContent).to.contain(texts.errors.reconnect)
  })

  it('leaves at once while the link is being opened, and ends a session that opens after that', async () => {
    const { flow, messages } = await openFlow(null)
    let ends = 0
    flow.addEventListener('flowLeft', () => messages.push({ type: 'pageLoaded' }))
    flow.requestClose()
    flow.requestClose()
    expect(messages).to.deep.equal([{ type: 'close', payload: { page: 'opening' } }, { type: 'pageLoaded' }])
    flow.link = { session, api: { ...serverOver(), end: () => void ends++ } }
    await flow.updateComplete
    expect([ends, messages.length]).to.deep.equal([1, 2])
    expect(flow.shadowRoot?.textContent).to.contain(texts.left.title)
  })

  it('says that a link belongs to another client', async () => {
    const { flow, root, step } = await openFlow({
      problem: { ...problem, errorType: 'linkOfOtherClient', httpStatus: 403 },
    })
    await step('link-ended')
    await expect(flow).to.be.accessible()
    const shown = root.querySelector('link-ended-screen')?.shadowRoot
    expect(shown?.textContent).to.contain(texts.errors.linkOfOtherClient)
  })

  it('leaves at Escape where nothing is at stake', async () => {
    const { root, messages, step } = await openFlow({ session, api: serverOver() })
    await step('choose-account')
    root.querySelector('.card')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    expect(messages.at(-1)).to.deep.equal({
      type: 'close',
      payload: { page: 'choose-account', clientTransactionId: 'order-1' },
    })
  })

  it('sends nothing for a state that is not shown yet', async () => {
    const entered = {
      ...session,
      account,
      start: 'chooseAsset',
      fixed: { symbol: 'USDC', amount: '50', amountInFiat: null },
    } as const
    const only = { ...holding, networks: holding.networks.slice(1) }
    let orders = 0
    const api = serverOver({
      listHoldings: async () => ({ status: 'succeeded', holdings: [only] }),
      execute: () => {
        orders++
        return new Promise(() => {})
      },
    })
    const { flow, root, step, inStep, press } = await openFlow({ session: entered, api })
    await step('review-transfer')
    await waitUntil(() => inStep('footer .button')?.ariaDisabled !== 'true', 'active', { timeout: 3000 })
    flow.requestClose()
    expect(root.querySelector('leave-dialog')).to.equal(null)
    inStep('footer .button')?.click()
    await waitUntil(() => root.querySelector('leave-dialog')?.shadowRoot?.querySelector('dialog[open]'))
    expect(orders).to.equal(0)
    root.querySelector('leave-dialog')?.shadowRoot?.querySelector('button')?.click()
    await press('footer .button')
    expect(orders).to.equal(1)
    flow.end()
  })

  it('confirms before leaving if something was entered, with the focus on staying', async () => {
    const entered = {
      ...session,
      account,
      start: 'chooseAsset',
      fixed: { symbol: 'USDC', amount: '50', amountInFiat: null },
    } as const
    const only = { ...holding, networks: holding.networks.slice(1) }
    const api = serverOver({ listHoldings: async () => ({ status: 'succeeded', holdings: [only] }) })
    const { flow, root, messages, step } = await openFlow({ session: entered, api })
    await step('review-transfer')
    flow.requestClose()
    await waitUntil(() => root.querySelector('leave-dialog')?.shadowRoot?.querySelector('dialog[open]'))
    await expect(root.querySelector('leave-dialog') as HTMLElement).to.be.accessible()
    const question = root.querySelector('leave-dialog')?.shadowRoot
    expect(question?.activeElement?.textContent).to.equal('Stay')
    question?.querySelectorAll('button')[1]?.click()
    await waitUntil(() => messages.at(-1)?.type === 'close')
  })

  it('shows an expired link, and exits with that error', async () => {
    const { flow, messages, step } = await openFlow({
      problem: { ...problem, errorType: 'linkExpired', httpStatus: 410 },
    })
    await step('link-ended')
    await expect(flow).to.be.accessible()
    flow.requestClose()
    expect(messages.map((message) => message.type)).to.deep.equal(['loaded', 'close'])
  })
})
