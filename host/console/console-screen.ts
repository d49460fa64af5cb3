import { type CSSResultGroup, LitElement, type PropertyDeclarations } from 'lit'
import { base } from '../../components/ui/theme.ts'
import { includesRole, type Role } from '../../server/contract/console/role.ts'
import type { ConsoleSession } from '../../server/contract/console/session.ts'
import type { ConsoleApi } from './api/console-api.ts'
import { type Clock, systemClock } from './clock.ts'
import { consoleStyles } from './elements/console-styles.ts'

/** The base of every screen. <console-app> sets the properties before it adds the screen to the page. */
export abstract class ConsoleScreen extends LitElement {
  static override styles: CSSResultGroup = [base, consoleStyles]
  static override properties: PropertyDeclarations = {
    api: { attribute: false },
    session: { attribute: false },
    parameters: { attribute: false },
    query: { attribute: false },
    clock: { attribute: false },
  }

  declare api: ConsoleApi
  /** Null on the sign-in page only. */
  declare session: ConsoleSession | null
  /** From the path: `id` in `/transfers/:id`. */
  declare parameters: Record<string, string>
  /** From the address. A change of the query alone keeps the screen and sets this property. */
  declare query: URLSearchParams
  declare clock: Clock

  constructor() {
    super()
    this.session = null
    this.parameters = {}
    this.query = new URLSearchParams()
    this.clock = systemClock
  }

  /** Whether the operator's role includes this one. The server checks each request itself. */
  protected mayAct(role: Role): boolean {
    return this.session !== null && includesRole(this.session.operator.role, role)
  }
}

/** The tags of all screens. */
export type ScreenTag = {
  [Tag in keyof HTMLElementTagNameMap]: HTMLElementTagNameMap[Tag] extends ConsoleScreen ? Tag : never
}[keyof HTMLElementTagNameMap]
