import { css, html, nothing } from 'lit'
import { checkIcon } from '../../../components/ui/icons.ts'
import { base } from '../../../components/ui/theme.ts'
import type { InviteResponse, OperatorRow, SessionRow } from '../../../server/contract/console/operators.ts'
import type { SignInMethods } from '../../../server/contract/console/session.ts'
import { ConsoleApiError } from '../api/console-api-error.ts'
import { PagedRows } from '../api/paged-rows.ts'
import { ConsoleScreen } from '../console-screen.ts'
import '../elements/action-dialog.ts'
import { consoleStyles } from '../elements/console-styles.ts'
import '../elements/copy-button.ts'
import { type Column, pagedTable } from '../elements/data-table.ts'
import { exactTime } from '../elements/format-time.ts'
import { emptyState, notice, noticeStyles } from '../elements/notices.ts'
import '../elements/page-heading.ts'
import '../elements/relative-time.ts'
import { badgeStyles, stateBadge } from '../elements/state-badge.ts'
import { tableStyles } from '../elements/table-styles.ts'
import {
  endAllSessionsAction,
  endSessionAction,
  endSessionsAction,
  inviteAction,
  type OperatorAction,
  passkeyAction,
  removeAction,
  roleAction,
} from './operator-actions.ts'

export class OperatorsScreen extends ConsoleScreen {
  static override styles = [
    base,
    consoleStyles,
    noticeStyles,
    tableStyles,
    badgeStyles,
    css`
      .invitation pre { margin: 8px 0; background: var(--bg) }
      .row-actions { display: flex; flex-wrap: wrap; gap: 0 2px; margin: -2px -6px }
      .row-actions .button { min-height: 24px; padding-block: 0; font-size: 0.8125rem }
      @container (width >= 56rem) { .row-actions { flex-wrap: nowrap } }
      @container (width < 46rem) { .row-actions .button { min-height: 40px } }
      .name { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; font-weight: 600 }
    `,
  ]
  static override properties = {
    methods: { state: true },
    action: { state: true },
    invitation: { state: true },
  }

  /** Null until the server has answered. */
  declare private methods: SignInMethods | null
  /** Of the dialog. */
  declare private action: OperatorAction
  /** It is shown until the operator leaves the page. */
  declare private invitation: InviteResponse | null
  private readonly operators = new PagedRows<OperatorRow>(this, () => '/api/operators')
  private readonly sessions = new PagedRows<SessionRow>(this, () => '/api/operators/sessions')

  constructor() {
    super()
    this.methods = null
    this.action = inviteAction
    this.invitation = null
  }

  override connectedCallback() {
    super.connectedCallback()
    void this.loadMethods()
  }

  protected override render() {
    if (!this.mayAct('admin')) {
      return html`<page-heading heading="Operators"></page-heading>${emptyState(
        'Only admins see the operators',
        `Your role is ${this.session?.operator.role ?? 'not known'}. Ask an admin, or use transfer-link operator list.`,
      )}`
    }
    const { methods } = this
    const canInvite = methods?.passkeys ?? false
    return html`<page-heading heading="Operators">
        ${this.button('End all sessions', endAllSessionsAction)}
        ${canInvite ? this.button('Invite operator', inviteAction, { style: 'primary' }) : nothing}
      </page-heading>
      ${methods === null ? nothing : this.waysPart(methods)}${this.invitationPart()}
      ${pagedTable({ list: this.operators, label: 'Operators', columns: this.operatorColumns(), keyOf: ({ id }) => id, empty })}
      ${
        this.operators.rows === null
          ? nothing
          : html`<h2>Sessions</h2>${pagedTable({
              list: this.sessions,
              label: 'Sessions',
              columns: this.sessionColumns(),
              keyOf: ({ id }) => id,
              empty: emptyState('No sessions'),
            })}`
      }
      ${this.dialogPart()}`
  }

  private waysPart({ oidc, passkeysRefused }: SignInMethods) {
    const provider = html`Operators sign in at your identity provider, which also gives the roles, by <code>CONSOLE_ROLES</code>.`
    return html`${oidc ? html`<p class="lead">${provider}</p>` : nothing}
      ${passkeysRefused === null || oidc ? nothing : notice('neutral', `Invitations are off. ${passkeysRefused}`)}`
  }

  private invitationPart() {
    if (this.invitation === null) return nothing
    const { name, role, url, expiresAt } = this.invitation
    return html`<section class="notice ok invitation" aria-label="Invitation" tabindex="-1">${checkIcon}<div>
      <b>Send this URL to ${name}, and to nobody else</b>
      It registers a passkey with the role ${role}. It works once, until ${exactTime(expiresAt)}, and is not shown again.
      <pre tabindex="0" aria-label="URL of the invitation">${url}</pre>
      <copy-button text=${url} what="the URL" label="Copy URL"></copy-button>
      <button type="button" class="button plain" @click=${this.closeInvitation}>Close</button>
    </div></section>`
  }

  private dialogPart() {
    const { heading, description, submitLabel, isDangerous = false, fields = [], command } = this.action
    return html`<action-dialog heading=${heading} description=${description} submit-label=${submitLabel}
      ?dangerous=${isDangerous} .fields=${fields} .command=${command}
      .act=${(values: Record<string, string>) => this.action.act(this.api, values)} @done=${this.finish}></action-dialog>`
  }

  private operatorColumns(): readonly Column<OperatorRow>[] {
    const ownId = this.session?.operator.id
    return [
      {
        heading: 'Name',
        cell: ({ id, name }) =>
          html`<span class="name">${name} ${id === ownId ? stateBadge('You', 'neutral') : nothing}</span>`,
      },
      { heading: 'Role', cell: ({ role }) => stateBadge(role, 'neutral') },
      { heading: 'Sign-in', cell: (row) => html`<span class="nowrap">${wayOf(row)}</span>` },
      {
        heading: 'Last used',
        cell: ({ lastUsedAt }) =>
          lastUsedAt === null ? 'never' : html`<relative-time datetime=${lastUsedAt}></relative-time>`,
      },
      { heading: 'Sessions', isNumber: true, cell: ({ sessions }) => sessions },
      {
        heading: 'Actions',
        isHeadingHidden: true,
        cell: (row) => html`<div class="row-actions">
          ${row.id === ownId || row.signIn === 'oidc' ? nothing : this.button('Change role', roleAction(row), { style: 'plain', of: row.name })}
          ${row.signIn === 'oidc' || !this.methods?.passkeys ? nothing : this.button('Add passkey', passkeyAction(row), { style: 'plain', of: row.name })}
          ${row.sessions === 0 ? nothing : this.button('End sessions', endSessionsAction(row), { style: 'plain', of: row.name })}
          ${this.button('Remove', removeAction(row), { style: 'plain danger', of: row.name })}
        </div>`,
      },
    ]
  }

  private sessionColumns(): readonly Column<SessionRow>[] {
    return [
      {
        heading: 'Operator',
        cell: ({ operator, isOwn }) =>
          html`<span class="name">${operator.name} ${isOwn ? stateBadge('This session', 'neutral') : nothing}</span>`,
      },
      { heading: 'Address', cell: ({ address }) => address || 'not known' },
      { heading: 'Signed in', cell: ({ createdAt }) => html`<relative-time datetime=${createdAt}></relative-time>` },
      { heading: 'Last used', cell: ({ usedAt }) => html`<relative-time datetime=${usedAt}></relative-time>` },
      { heading: 'Ends at the latest', cell: ({ expiresAt }) => exactTime(expiresAt) },
      {
        heading: 'Actions',
        isHeadingHidden: true,
        cell: (row) =>
          html`<div class="row-actions">${this.button('End session', endSessionAction(row), { style: 'plain', of: row.operator.name })}</div>`,
      },
    ]
  }

  /** `of`: whose action it is, for screen readers. */
  private button(label: string, action: OperatorAction, { style = '', of = '' } = {}) {
    return html`<button type="button" class="button ${style}" @click=${() => this.open(action)}>${label}${
      of === '' ? nothing : html`<span class="sr"> ${of}</span>`
    }</button>`
  }

  private async open(action: OperatorAction) {
    this.action = action
    await this.updateComplete
    await this.renderRoot.querySelector('action-dialog')?.open(action.values)
  }

  private async finish({ detail }: CustomEvent<object>) {
    this.operators.poll.refresh()
    this.sessions.poll.refresh()
    if (!('url' in detail)) return
    this.invitation = detail as InviteResponse
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>('.invitation')?.focus()
  }

  private closeInvitation() {
    this.invitation = null
  }

  private async loadMethods() {
    try {
      this.methods = await this.api.get<SignInMethods>('/api/sign-in')
    } catch (error) {
      // The lists say that the server does not answer.
      if (!(error instanceof ConsoleApiError)) throw error
    }
  }
}

const empty = emptyState('No operators yet', 'Invite the first one with transfer-link operator invite.')

function wayOf({ signIn, passkeys }: OperatorRow): string {
  if (signIn === 'oidc') return 'Identity provider'
  return passkeys === 0 ? 'No passkey' : passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`
}

customElements.define('operators-screen', OperatorsScreen)

declare global {
  interface HTMLElementTagNameMap {
    'operators-screen': OperatorsScreen
  }
}
