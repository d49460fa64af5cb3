import { expect } from '@open-wc/testing'
import { html } from 'lit'
import type { FilterForm } from '../../../host/console/elements/filter-form.ts'
import '../../../host/console/elements/filter-form.ts'
import type { Field } from '../../../host/console/elements/form-field.ts'
import { followAddress } from '../../../host/console/router.ts'
import { showInConsole } from './show-in-console.ts'

const fields: readonly Field[] = [
  { name: 'user', label: 'User', type: 'text' },
  {
    name: 'state',
    label: 'State',
    type: 'select',
    options: [
      { value: '', text: 'Any' },
      { value: 'Pending', text: 'Pending' },
    ],
  },
  { name: 'since', label: 'Since (UTC)', type: 'utcTime' },
]

describe('the filters of a list', () => {
  const before = location.href
  let stopFollowing = () => {}
  beforeEach(() => {
    stopFollowing = followAddress(() => {})
    history.replaceState(null, '', '/transfers')
  })
  afterEach(() => {
    stopFollowing()
    history.replaceState(null, '', before)
  })

  async function show(search: string, error: FilterForm['error'] = null) {
    const form = await showInConsole<FilterForm>(
      html`<filter-form .fields=${fields} .query=${new URLSearchParams(search)} .error=${error}></filter-form>`,
    )
    const field = (name: string) => form.renderRoot.querySelector(`[name=${name}]`) as HTMLInputElement
    const enter = (name: string, value: string) => {
      field(name).value = value
      field(name).dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
    }
    const apply = () => form.renderRoot.querySelector('form')?.requestSubmit()
    return { form, field, enter, apply }
  }

  it('are accessible, and show the address', async () => {
    const { form, field } = await show('user=u-1&state=Pending&since=2026-11-20T14:02:00Z')
    await expect(form).to.be.accessible()
    expect(['user', 'state', 'since'].map((name) => field(name).value)).to.deep.equal([
      'u-1',
      'Pending',
      '2026-11-20T14:02',
    ])
  })

  it('become the address, without those that are empty', async () => {
    const { enter, apply } = await show('')
    enter('user', ' a&b ')
    enter('since', '2026-11-20T14:02')
    apply()
    expect([...new URLSearchParams(location.search)]).to.deep.equal([
      ['user', 'a&b'],
      ['since', '2026-11-20T14:02:00Z'],
    ])
  })

  it('keep the seconds of a time', async () => {
    const { enter, apply } = await show('')
    enter('since', '2026-11-20T14:02:07')
    apply()
    expect(new URLSearchParams(location.search).get('since')).to.equal('2026-11-20T14:02:07Z')
  })

  it('apply when a choice is made', async () => {
    const { field } = await show('')
    field('state').value = 'Pending'
    field('state').dispatchEvent(new Event('change', { bubbles: true }))
    expect(location.search).to.equal('?state=Pending')
  })

  it('can be cleared by a link', async () => {
    const { form } = await show('state=Pending')
    expect(form.renderRoot.querySelector('a')?.getAttribute('href')).to.equal('/transfers')
    expect((await show('')).form.renderRoot.querySelector('a')).to.equal(null)
  })

  it('show an error at its field, and keep what is being entered', async () => {
    const { form, field, enter } = await show('user=x')
    enter('user', 'xy')
    form.error = { field: 'user', message: 'user must be an id.' }
    await form.updateComplete
    await expect(form).to.be.accessible()
    expect(field('user').value).to.equal('xy')
    expect(field('user').getAttribute('aria-invalid')).to.equal('true')
    expect(form.renderRoot.querySelector('#field-user-error')?.textContent).to.equal('user must be an id.')
  })

  it('follow the address', async () => {
    const { form, field } = await show('user=x&state=Pending')
    form.query = new URLSearchParams('user=y')
    await form.updateComplete
    expect([field('user').value, field('state').value]).to.deep.equal(['y', ''])
  })
})
