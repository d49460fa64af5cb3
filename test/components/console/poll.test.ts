import { expect, waitUntil } from '@open-wc/testing'
import { html, LitElement } from 'lit'
import type { ConsoleApi } from '../../../host/console/api/console-api.ts'
import { PagedRows } from '../../../host/console/api/paged-rows.ts'
import { Poll } from '../../../host/console/api/poll.ts'
import type { Clock } from '../../../host/console/clock.ts'
import { dataTable, pagedTable } from '../../../host/console/elements/data-table.ts'
import { polled } from '../../../host/console/elements/notices.ts'
import type { Page } from '../../../server/contract/console/page.ts'
import { deepText } from '../deep.ts'
import { type Call, refused, settled, showInConsole, stubApi, testClock } from './show-in-console.ts'

abstract class TestHost extends LitElement {
  static override properties = { path: {} }
  declare path: string
  api!: ConsoleApi
  clock!: Clock
}

class PollHost extends TestHost {
  readonly poll = new Poll<{ count: number }>(this, () => this.path)

  protected override render() {
    return polled(this.poll, ({ count }) => html`<p>Count: ${count}</p>`)
  }
}

class ListHost extends TestHost {
  readonly list = new PagedRows<number>(this, () => this.path)

  protected override render() {
    return pagedTable({
      list: this.list,
      label: 'Numbers',
      columns: [{ heading: 'Number', cell: (row) => row, isNumber: true }],
      keyOf: (row) => row,
      empty: html`<p>No numbers</p>`,
    })
  }
}

customElements.define('poll-host', PollHost)
customElements.define('list-host', ListHost)

async function show<Host extends TestHost>(host: Host, respond: (call: Call) => unknown, path = '/api/count') {
  const clock = testClock()
  const { api, calls } = stubApi(respond)
  Object.assign(host, { api, clock, path })
  await showInConsole(host)
  await settled()
  await host.updateComplete
  const pass = async (ms: number) => {
    clock.pass(ms)
    await settled()
    await host.updateComplete
  }
  return { host, calls, clock, pass, text: () => deepText(host).replace(/\s+/g, ' ').trim() }
}

const showPoll = (respond: (call: Call) => unknown) => show(document.createElement('poll-host') as PollHost, respond)

/** Sets whether the page is visible. Returns a function that resets it. */
function setVisibility(state: DocumentVisibilityState): () => void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
  return () => {
    Reflect.deleteProperty(document, 'visibilityState')
  }
}

describe('data that refreshes itself', () => {
  it('is accessible in each state', async () => {
    let fails = true
    const { host, pass } = await showPoll(() => {
      if (fails) throw refused('offline', 0)
      return { count: 1 }
    })
    await expect(host).to.be.accessible()
    fails = false
    await pass(2_000)
    await expect(host).to.be.accessible()
    fails = true
    await pass(2_000)
    await expect(host).to.be.accessible()
  })

  it('is requested every two seconds, and says that only the first request is use of the session', async () => {
    let count = 0
    const { calls, pass, text } = await showPoll(() => ({ count: ++count }))
    expect(text()).to.equal('Count: 1')
    await pass(1_999)
    expect(calls.length).to.equal(1)
    await pass(1)
    expect(text()).to.equal('Count: 2')
    await pass(2_000)
    expect(calls.map(({ isRefresh }) => isRefresh)).to.deep.equal([false, true, true])
  })

  it('waits for a slow response before it requests again', async () => {
    const { calls, pass, clock } = await showPoll(() => new Promise(() => {}))
    await pass(60_000)
    expect(calls.length).to.equal(1)
    expect(clock.waiting()).to.equal(0)
  })

  it('remains after an error, with the time of the last update', async () => {
    let fails = false
    const { pass, text } = await showPoll(() => {
      if (fails) throw refused('offline', 0)
      return { count: 7 }
    })
    fails = true
    await pass(2_000)
    await pass(2_000)
    expect(text()).to.contain('Not updated since 28 Nov 2026, 14:02:11 UTC')
    expect(text()).to.contain('Count: 7')
    fails = false
    await pass(2_000)
    expect(text()).to.equal('Count: 7')
  })

  it('is not requested again after a refusal, until the operator tries again', async () => {
    let isRefused = true
    const { host, calls, pass, text } = await showPoll(() => {
      if (isRefused) throw refused('roleRequired', 403)
      return { count: 1 }
    })
    await pass(60_000)
    expect(calls.length).to.equal(1)
    expect(text()).to.contain('The message of roleRequired.')
    isRefused = false
    host.renderRoot.querySelector<HTMLElement>('button')?.click()
    await pass(0)
    expect(text()).to.equal('Count: 1')
  })

  it('is not requested while the page is hidden, and at once when it is visible again', async () => {
    const { calls, pass } = await showPoll(() => ({ count: 1 }))
    const reset = setVisibility('hidden')
    try {
      await pass(60_000)
      expect(calls.length).to.equal(1)
    } finally {
      reset()
    }
    setVisibility('visible')()
    await settled()
    expect(calls.length).to.equal(2)
    await pass(2_000)
    expect(calls.length).to.equal(3)
  })

  it('is requested only once in a page that was opened in the background', async () => {
    const reset = setVisibility('hidden')
    try {
      const { calls, pass } = await showPoll(() => ({ count: 1 }))
      await pass(60_000)
      expect(calls.length).to.equal(1)
    } finally {
      reset()
    }
  })

  it('is not requested after the element has left the page, and again when it returns', async () => {
    const { host, calls, pass, clock } = await showPoll(() => ({ count: 1 }))
    const parent = host.parentElement
    host.remove()
    await pass(60_000)
    expect(calls.length).to.equal(1)
    expect(clock.waiting()).to.equal(0)
    parent?.append(host)
    await waitUntil(() => calls.length === 2)
  })

  it('follows its path: an old response never replaces a newer one', async () => {
    const waiting = new Map<string, (data: unknown) => void>()
    const { host, text } = await showPoll(({ path }) => new Promise((resolve) => waiting.set(path, resolve)))
    host.path = '/api/other'
    await host.updateComplete
    waiting.get('/api/other')?.({ count: 2 })
    await settled()
    waiting.get('/api/count')?.({ count: 1 })
    await settled()
    await host.updateComplete
    expect(text()).to.equal('Count: 2')
  })

  it('of another path is not shown if the request for the present one fails', async () => {
    const { host, text, pass } = await showPoll(({ path }) => {
      if (path !== '/api/count') throw refused('invalidField', 400)
      return { count: 1 }
    })
    host.path = '/api/count?state=x'
    await pass(0)
    expect(text()).to.not.contain('Count')
    expect(text()).to.contain('The message of invalidField.')
  })
})

describe('a list', () => {
  const page = (path: string): Page<number> => {
    const after = Number(new URLSearchParams(path.split('?')[1]).get('after') ?? 0)
    const rows = [1, 2].map((n) => after + n)
    return { rows, next: after >= 4 ? null : String(after + 2) }
  }
  const showList = (respond: (call: Call) => unknown, path = '/api/numbers?state=a') =>
    show(document.createElement('list-host') as ListHost, respond, path)
  const press = (host: ListHost, name: string) =>
    [...host.renderRoot.querySelectorAll('button')].find((each) => each.textContent?.trim() === name)?.click()

  it('is accessible', async () => {
    const { host } = await showList(({ path }) => page(path))
    await expect(host).to.be.accessible()
  })

  it('loads page after page, keeps the filters, and stops refreshing', async () => {
    const { host, calls, pass } = await showList(({ path }) => page(path))
    press(host, 'Load more')
    await pass(0)
    press(host, 'Load more')
    await pass(60_000)
    expect(host.list.rows).to.deep.equal([1, 2, 3, 4, 5, 6])
    expect(calls.map(({ path }) => path)).to.deep.equal([
      '/api/numbers?state=a',
      '/api/numbers?state=a&after=2',
      '/api/numbers?state=a&after=4',
    ])
    expect(host.list.next).to.equal(null)
  })

  it('refreshes again from its first page', async () => {
    const { host, calls, pass } = await showList(({ path }) => page(path))
    press(host, 'Load more')
    await pass(0)
    press(host, 'Show the newest')
    await pass(0)
    expect(host.list.rows).to.deep.equal([1, 2])
    await pass(2_000)
    expect(calls.length).to.equal(4)
  })

  it('keeps its rows and refreshes if the next page fails', async () => {
    const { host, calls, pass, text } = await showList(({ path }) => {
      if (path.includes('after')) throw refused('offline', 0)
      return page(path)
    })
    press(host, 'Load more')
    await pass(0)
    expect(text()).to.contain('The message of offline.')
    expect(host.list.rows).to.deep.equal([1, 2])
    const { length } = calls
    await pass(2_000)
    expect(calls.length).to.be.above(length)
  })

  it('with other filters drops the later pages', async () => {
    const { host, pass } = await showList(({ path }) => page(path))
    press(host, 'Load more')
    await pass(0)
    host.path = '/api/numbers?state=b'
    await pass(0)
    expect(host.list.rows).to.deep.equal([1, 2])
  })

  it('says that it is empty', async () => {
    const { text } = await showList(() => ({ rows: [], next: null }))
    expect(text()).to.equal('No numbers')
  })

  it('says how far back a search went, and goes on from there', async () => {
    const searchedTo = '2026-11-20T14:02:00.000Z'
    const { host, pass, text, calls } = await showList(({ path }) =>
      path.includes('after') ? { rows: [7], next: null } : { rows: [], next: 'there', searchedTo },
    )
    await expect(host).to.be.accessible()
    expect(text()).to.contain('No match so far')
    expect(text()).to.contain('Searched back to 20 Nov 2026, 14:02:00 UTC.')
    press(host, 'Search further back')
    await pass(0)
    expect(calls.at(-1)?.path).to.equal('/api/numbers?state=a&after=there')
    expect(host.list.rows).to.deep.equal([7])
    expect(text()).to.not.contain('Searched back')
  })

  it('has its headings as labels of each value, for phones', async () => {
    const table = await showInConsole<HTMLElement>(
      dataTable({
        label: 'Numbers',
        columns: [
          { heading: 'Number', cell: (row: number) => row },
          { heading: 'Actions', isHeadingHidden: true, cell: () => html`<button>Act</button>` },
          { heading: 'Note', cell: () => '' },
        ],
        rows: [1],
        keyOf: (row) => row,
      }),
    )
    await expect(table).to.be.accessible()
    const cells = [...table.querySelectorAll('td')]
    expect(cells.map((cell) => cell.dataset.label)).to.deep.equal(['Number', undefined, 'Note'])
    expect(cells.map((cell) => 'empty' in cell.dataset)).to.deep.equal([false, false, true])
  })
})
