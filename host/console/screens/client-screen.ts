import { css, html, nothing } from 'lit'
import { base } from '../../../components/ui/theme.ts'
import type { ClientDetail, NewSecret } from '../../../server/contract/console/clients.ts'
import { Poll } from '../api/poll.ts'
import { consoleStyles } from '../elements/console-styles.ts'
import { formatCount } from '../elements/format-amount.ts'
import { keyValueStyles, keyValues } from '../elements/key-values.ts'
import { noticeStyles, polled } from '../elements/notices.ts'
import '../elements/page-heading.ts'
import { type PauseTarget, pauseNotices } from '../elements/pause-notices.ts'
import '../elements/relative-time.ts'
import '../elements/secret-dialog.ts'
import '../elements/short-id.ts'
import { badgeStyles } from '../elements/state-badge.ts'
import { tableStyles } from '../elements/table-styles.ts'
import { ActionScreen, type ScreenAction } from './action-screen.ts'
import {
  addCallbackAction,
  addSecretAction,
  allowPlaceAction,
  type ClientActionContext,
  disallowPlaceAction,
  removeCallbackAction,
  removeLimitAction,
  revokeSecretAction,
  setLimitAction,
} from './client-screen-actions.ts'
import { callbackTable, limitTable, placeTable, secretTable } from './client-tables.ts'
import { pauseAction, resumeAction } from './pause-actions.ts'

export class ClientScreen extends ActionScreen {
  static override styles = [
    base,
    consoleStyles,
    noticeStyles,
    tableStyles,
    badgeStyles,
    keyValueStyles,
    css`
      .limit { display: grid; gap: 2px }
      .note { margin-top: 8px; font-size: 0.8125rem }
    `,
  ]

  private readonly client = new Poll<ClientDetail>(this, () => `/api/clients/${this.parameters.id ?? ''}`)

  protected override render() {
    const { data } = this.client
    return html`<page-heading heading=${data?.name ?? 'Client'} parent="Clients" parent-href="/clients">${
      data === null ? nothing : this.headingActions(data)
    }</page-heading>
      ${polled(this.client, (client) => this.content(client))}
      ${this.renderAction()}<secret-dialog></secret-dialog>`
  }

  protected override refresh() {
    this.client.refresh()
  }

  private headingActions(client: ClientDetail) {
    if (!this.mayAct('operator') || client.isPaused) return nothing
    return html`<button type="button" class="button" @click=${() => this.start(pauseAction(this.api, targetOf(client)))}>
      Pause sending</button>`
  }

  private content(client: ClientDetail) {
    const { id, createdAt, transfers, webhooks, pauses } = client
    const resume = this.mayAct('operator')
      ? (target: PauseTarget) => this.start(resumeAction(this.api, target))
      : undefined
    return html`${pauseNotices(pauses, { resume })}
      ${keyValues([
        ['Client id', html`<short-id text=${id} what="the client id"></short-id>`],
        ['Created', html`<relative-time datetime=${createdAt} exact></relative-time>`],
        ['Transfers, 30 days', html`<a href="/transfers?client=${id}">${formatCount(transfers)}</a>`],
        ['Webhook endpoints', html`<a href="/webhooks?client=${id}">${formatCount(webhooks)}</a>`],
      ])}
      ${this.secrets(client)}${this.callbacks(client)}${this.limits(client)}${this.places(client)}`
  }

  private secrets(client: ClientDetail) {
    const revoke = this.actionOn(client, revokeSecretAction)
    return html`${this.sectionHeading('Secrets', 'Add secret', () => this.addSecret(client))}
      ${secretTable(client.secrets, revoke)}`
  }

  private callbacks(client: ClientDetail) {
    return html`${this.sectionHeading('Callback URLs', 'Add URL', () => this.start(addCallbackAction(this.contextOf(client))))}
      ${callbackTable(client.callbackUrls, this.actionOn(client, removeCallbackAction))}`
  }

  private limits(client: ClientDetail) {
    return html`${this.sectionHeading('Limits', null)}
      ${limitTable(client, {
        set: this.actionOn(client, setLimitAction),
        remove: this.actionOn(client, removeLimitAction),
      })}
      <p class="muted note">A limit of this client replaces the one of all clients, which is set by a command:
        <code class="mono">transfer-link limit set</code></p>`
  }

  private places(client: ClientDetail) {
    return html`${this.sectionHeading('Allow-list', 'Allow destination', () => this.start(allowPlaceAction(this.contextOf(client))))}
      ${placeTable(client.allowList, this.actionOn(client, disallowPlaceAction))}`
  }

  private sectionHeading(heading: string, label: string | null, add = () => {}) {
    const button = html`<button type="button" class="button" @click=${add}>${label}</button>`
    return html`<div class="part"><h2>${heading}</h2>${label !== null && this.mayAct('admin') ? button : nothing}</div>`
  }

  private addSecret(client: ClientDetail) {
    const done = (created: unknown) => void this.renderRoot.querySelector('secret-dialog')?.open(created as NewSecret)
    void this.start({ ...addSecretAction(this.contextOf(client)), done })
  }

  /** Undefined if the operator may not change the client. */
  private actionOn<Item>(client: ClientDetail, action: (context: ClientActionContext, item: Item) => ScreenAction) {
    if (!this.mayAct('admin')) return undefined
    return (item: Item) => void this.start(action(this.contextOf(client), item))
  }

  private contextOf(client: ClientDetail): ClientActionContext {
    return { api: this.api, client }
  }
}

function targetOf({ id, name }: ClientDetail): PauseTarget {
  return { scope: 'client', target: id, name }
}

customElements.define('client-screen', ClientScreen)

declare global {
  interface HTMLElementTagNameMap {
    'client-screen': ClientScreen
  }
}
