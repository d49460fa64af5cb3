import { expect, fixture, html, oneEvent, waitUntil } from '@open-wc/testing'
import { TransferFlow } from '../../components/screens/transfer-flow.ts'
import { texts } from '../../components/texts/en.ts'
import { bridgePage } from '../../host/page-bridge.ts'

customElements.define('transfer-flow', TransferFlow)

const token = { accountId: 'a', accountName: 'Main', accessToken: 't', brokerType: 'sandbox', brokerName: 'Sandbox' }

/** The test page is its own parent, which acts as the site here. */
describe('page-bridge', () => {
  it('accepts messages of the site alone, and ignores malformed ones', async () => {
    const element = await fixture<TransferFlow>(html`<transfer-flow .texts=${texts}></transfer-flow>`)
    let closes = 0
    element.requestClose = () => {
      closes += 1
    }
    bridgePage(element, location.origin)
    for (const data of [null, 1, {}, { type: 'frontAccessTokens' }, 'closeRequested'])
      window.parent.postMessage(data, location.origin)
    window.dispatchEvent(
      new MessageEvent('message', {
        data: { type: 'closeRequested' },
        origin: 'https://evil.example',
        source: window.parent,
      }),
    )
    window.dispatchEvent(
      new MessageEvent('message', { data: { type: 'closeRequested' }, origin: location.origin, source: null }),
    )
    const post = async (data: unknown) => {
      const arrived = oneEvent(window, 'message')
      window.parent.postMessage(data, location.origin)
      await arrived
    }
    await post({ type: 'frontAccessTokens', payload: [token] })
    await waitUntil(() => element.accessTokens.length > 0)
    expect(element.accessTokens).to.deep.equal([token])
    const before = closes
    window.dispatchEvent(
      new MessageEvent('message', { data: { type: 'closeRequested' }, origin: location.origin, source: window.parent }),
    )
    expect(closes, 'what a script made up').to.equal(before)
    await post({ type: 'closeRequested' })
    await waitUntil(() => closes === before + 1)
    let ends = 0
    element.end = () => {
      ends += 1
    }
    await post({ type: 'closed' })
    await waitUntil(() => ends === 1)
    expect(closes).to.equal(before + 1)
  })

  it('posts the events of the flow to the origin of the link, and nothing without an origin', async () => {
    const element = await fixture<TransferFlow>(html`<transfer-flow .texts=${texts}></transfer-flow>`)
    const received: unknown[] = []
    const listen = (event: MessageEvent) => received.push(event.data)
    window.parent.addEventListener('message', listen)
    bridgePage(element, '')
    bridgePage(element, 'https://other.example')
    element.dispatchEvent(new CustomEvent('flowMessage', { detail: { type: 'integrationConnected' } }))
    bridgePage(element, `${location.origin}/callback`)
    element.dispatchEvent(new CustomEvent('flowMessage', { detail: { type: 'pageLoaded' } }))
    // What the site said in the test before may still be arriving.
    const flowMessages = () => received.filter((data) => /pageLoaded|integrationConnected/.test(JSON.stringify(data)))
    await waitUntil(() => flowMessages().length > 0)
    window.parent.removeEventListener('message', listen)
    expect(flowMessages()).to.deep.equal([{ type: 'pageLoaded' }])
  })

  it('posts only successful ends to a site that announced a published client', async () => {
    const element = await fixture<TransferFlow>(html`<transfer-flow .texts=${texts}></transfer-flow>`)
    const received: string[] = []
    const listen = ({ data }: MessageEvent) => received.push(data?.payload?.errorMessage ?? data?.payload?.txId)
    bridgePage(element, location.origin)
    const announced = oneEvent(window, 'message')
    window.parent.postMessage(
      { type: 'meshSDKSpecs', payload: { platform: 'web', version: '3.13.0' } },
      location.origin,
    )
    await announced
    window.parent.addEventListener('message', listen)
    const end = (payload: object) =>
      element.dispatchEvent(new CustomEvent('flowMessage', { detail: { type: 'transferFinished', payload } }))
    end({ status: 'error', errorMessage: 'refused' })
    end({ status: 'success', txId: '0x1' })
    await waitUntil(() => received.includes('0x1'))
    window.parent.removeEventListener('message', listen)
    expect(received).not.to.include('refused')
  })

  it('remembers a published client after a reload, whose outcome is known before the client announces itself again', async () => {
    const address = location.href
    const received: string[] = []
    const listen = ({ data }: MessageEvent) => received.push(data?.payload?.errorMessage ?? data?.payload?.txId)
    const failAt = async (link: string) => {
      history.replaceState(null, '', `?link=${link}`)
      const element = await fixture<TransferFlow>(html`<transfer-flow .texts=${texts}></transfer-flow>`)
      bridgePage(element, location.origin)
      const end = (payload: object) =>
        element.dispatchEvent(new CustomEvent('flowMessage', { detail: { type: 'transferFinished', payload } }))
      return () => {
        end({ status: 'error', errorMessage: `refused at ${link}` })
        end({ status: 'success', txId: `sent at ${link}` })
      }
    }
    await failAt('l1')
    const announced = oneEvent(window, 'message')
    window.parent.postMessage({ type: 'meshSDKSpecs' }, location.origin)
    await announced
    window.parent.addEventListener('message', listen)
    const endFirst = await failAt('l1')
    endFirst()
    const endOther = await failAt('l2')
    endOther()
    await waitUntil(() => received.includes('sent at l2'))
    window.parent.removeEventListener('message', listen)
    history.replaceState(null, '', address)
    expect(received.filter((text) => /refused|sent/.test(text ?? ''))).to.deep.equal([
      'sent at l1',
      'refused at l2',
      'sent at l2',
    ])
  })
})
