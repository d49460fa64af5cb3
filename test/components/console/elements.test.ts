import { expect, waitUntil } from '@open-wc/testing'
import { html } from 'lit'
import type { CopyButton } from '../../../host/console/elements/copy-button.ts'
import { keyValues } from '../../../host/console/elements/key-values.ts'
import { emptyState, errorNotice } from '../../../host/console/elements/notices.ts'
import type { PageHeading } from '../../../host/console/elements/page-heading.ts'
import '../../../host/console/elements/page-heading.ts'
import type { RelativeTime } from '../../../host/console/elements/relative-time.ts'
import '../../../host/console/elements/relative-time.ts'
import type { ShortId } from '../../../host/console/elements/short-id.ts'
import '../../../host/console/elements/short-id.ts'
import { sparkline } from '../../../host/console/elements/sparkline.ts'
import { type BadgeTone, stateBadge } from '../../../host/console/elements/state-badge.ts'
import { deepText } from '../deep.ts'
import { refused, showInConsole, testClock } from './show-in-console.ts'

const address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

/** Puts a clipboard in place of the browser's. Returns what was written. */
async function withClipboard(write: (text: string) => Promise<void>, act: () => Promise<void>) {
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: write }, configurable: true })
  try {
    await act()
  } finally {
    Reflect.deleteProperty(navigator, 'clipboard')
  }
}

describe('a shortened id', () => {
  const show = () =>
    showInConsole<ShortId>(html`<short-id text=${address} what="the address" href="/transfers?search=1"></short-id>`)
  const idOf = (element: ShortId) => element.renderRoot.querySelector('.id') as HTMLElement

  it('is accessible, and narrow', async () => {
    const element = await show()
    await expect(element).to.be.accessible()
    const whole = await showInConsole<HTMLElement>(html`<code>${address}</code>`)
    expect(idOf(element).getBoundingClientRect().width).to.be.below(whole.getBoundingClientRect().width)
    expect(idOf(element).title).to.equal(address)
  })

  it('is copied whole by a selection, and found by the browser’s search', async () => {
    const element = await show()
    const selection = getSelection() as Selection
    selection.selectAllChildren(idOf(element))
    expect(selection.toString()).to.equal(address)
    selection.removeAllRanges()
    const { find } = window as unknown as { find(text: string): boolean }
    for (const text of [address, address.slice(10, 30)]) {
      selection.removeAllRanges()
      expect(find.call(window, text), text).to.equal(true)
    }
  })

  it('is whole if it is short', async () => {
    const element = await showInConsole<ShortId>(html`<short-id text="kraken" what="the target"></short-id>`)
    expect(element.renderRoot.querySelector('.middle')).to.equal(null)
    expect(idOf(element).hasAttribute('title')).to.equal(false)
  })
})

describe('the button that copies', () => {
  const show = () => showInConsole<CopyButton>(html`<copy-button text=${address} what="the address"></copy-button>`)
  const buttonOf = (element: CopyButton) => element.renderRoot.querySelector('button') as HTMLButtonElement
  const statusOf = (element: CopyButton) => element.renderRoot.querySelector('[role=status]')?.textContent

  it('is accessible, and copies the whole text', async () => {
    const element = await show()
    await expect(element).to.be.accessible()
    const written: string[] = []
    const write = async (text: string) => void written.push(text)
    await withClipboard(write, async () => {
      buttonOf(element).click()
      await waitUntil(() => statusOf(element) === 'Copied')
    })
    expect(written).to.deep.equal([address])
    expect(buttonOf(element).ariaLabel).to.equal('Copy the address')
  })

  it('says so if the browser refuses', async () => {
    const element = await show()
    await withClipboard(
      () => Promise.reject(new DOMException('', 'NotAllowedError')),
      async () => {
        buttonOf(element).click()
        await waitUntil(() => statusOf(element) === 'Not copied')
      },
    )
  })
})

describe('a relative time', () => {
  it('is accessible, has the exact time as tooltip, and goes on by itself', async () => {
    const clock = testClock()
    const element = await showInConsole<RelativeTime>(
      html`<relative-time datetime="2026-11-28T14:01:41.000Z" .clock=${clock}></relative-time>`,
    )
    await expect(element).to.be.accessible()
    const time = element.renderRoot.querySelector('time') as HTMLTimeElement
    expect([time.textContent, time.title, time.dateTime]).to.deep.equal([
      '30 seconds ago',
      '28 Nov 2026, 14:01:41 UTC',
      '2026-11-28T14:01:41.000Z',
    ])
    clock.pass(30_000)
    await element.updateComplete
    expect(time.textContent).to.equal('1 minute ago')
    element.remove()
    expect(clock.waiting()).to.equal(0)
  })

  it('shows the exact time where there is space', async () => {
    const element = await showInConsole<RelativeTime>(
      html`<relative-time exact datetime="2026-11-28T14:01:41.000Z" .clock=${testClock()}></relative-time>`,
    )
    expect(deepText(element)).to.equal('28 Nov 2026, 14:01:41 UTC (30 seconds ago)')
  })

  it('shows nothing for a text that is no time', async () => {
    const element = await showInConsole<RelativeTime>(html`<relative-time datetime="soon"></relative-time>`)
    expect(deepText(element).trim()).to.equal('')
  })
})

describe('the heading of a page', () => {
  it('is accessible, is the title of the page, and takes the focus', async () => {
    const title = document.title
    const element = await showInConsole<PageHeading>(
      html`<page-heading heading="Transfer 3f9c" parent="Transfers" parent-href="/transfers"><button>Act</button></page-heading>`,
    )
    await expect(element).to.be.accessible()
    expect(document.title).to.equal('Transfer 3f9c · Transfer Link')
    element.focus()
    expect((element.renderRoot as ShadowRoot).activeElement?.textContent).to.equal('Transfer 3f9c')
    document.title = title
  })
})

describe('small parts', () => {
  it('are accessible', async () => {
    const shown = await showInConsole<HTMLElement>(html`<div>
      ${(['ok', 'running', 'warn', 'danger', 'neutral'] as const).map((tone) => stateBadge(tone, tone))}
      ${keyValues([
        ['Id', '1'],
        ['Missing', null],
      ])}
      ${sparkline({ values: [1, 2, null, 3], text: '3 transfers today, 2 yesterday' })}
      ${emptyState('No transfers yet', 'They appear here when users start one.')}
      ${errorNotice(refused('offline', 0), () => {})}
    </div>`)
    await expect(shown).to.be.accessible()
    expect(shown.querySelectorAll('dt').length).to.equal(1)
  })

  it('badges differ by shape', async () => {
    const shapes = await Promise.all(
      (['ok', 'running', 'warn', 'danger', 'neutral'] satisfies BadgeTone[]).map(async (tone) => {
        const badge = await showInConsole<HTMLElement>(stateBadge('State', tone))
        return badge.querySelector('svg')?.innerHTML
      }),
    )
    expect(new Set(shapes).size).to.equal(5)
  })

  it('a small chart has a text in place of its picture', async () => {
    const chart = await showInConsole<HTMLElement>(html`<p>${sparkline({ values: [1, 2], text: 'Two transfers' })}</p>`)
    const svg = chart.querySelector('svg')
    expect([svg?.getAttribute('role'), svg?.getAttribute('aria-label')]).to.deep.equal(['img', 'Two transfers'])
    expect(chart.querySelectorAll('polyline').length).to.equal(1)
  })
})
