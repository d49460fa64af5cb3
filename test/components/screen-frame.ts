import { ContextProvider } from '@lit/context'
import { LitElement, nothing, type PropertyValues } from 'lit'
import type { UserEvent } from '../../components/flow/flow-event.ts'
import type { FlowState } from '../../components/flow/flow-state.ts'
import type { SendGuard } from '../../components/flow/send-guard.ts'
import { appContext, flowContext } from '../../components/screens/contexts.ts'
import { loadScreen, screenOf } from '../../components/screens/screens.ts'
import { visibleState } from '../../components/screens/visible-state.ts'
import { localeContext, textsContext } from '../../components/texts/contexts.ts'
import { texts as english } from '../../components/texts/en.ts'
import { isolateNames } from '../../components/texts/isolate-names.ts'
import { setLocale } from '../../components/texts/notation.ts'
import type { Texts } from '../../components/texts/texts.ts'
import { theme } from '../../components/ui/theme.ts'

/** Shows the screen of a state alone, and records what the user does on it. */
export class ScreenFrame extends LitElement {
  static override styles = theme
  static override properties = { state: {}, app: {}, guard: {}, texts: {}, locale: {} }

  declare state: FlowState | undefined
  declare app: string
  declare guard: SendGuard | null
  declare texts: Texts
  declare locale: string
  readonly events: UserEvent[] = []
  private readonly textsProvider = new ContextProvider(this, { context: textsContext })
  private readonly localeProvider = new ContextProvider(this, { context: localeContext })
  private readonly appProvider = new ContextProvider(this, { context: appContext })
  private readonly flowProvider = new ContextProvider(this, { context: flowContext })

  constructor() {
    super()
    this.app = 'Northwind'
    this.guard = null
    this.texts = isolateNames(english)
    this.locale = 'en-GB'
  }

  protected override willUpdate(changed: PropertyValues) {
    setLocale(this.locale)
    this.textsProvider.setValue(this.texts)
    this.localeProvider.setValue(this.locale)
    this.appProvider.setValue(this.app)
    if (changed.has('guard'))
      this.flowProvider.setValue({ dispatch: (event) => this.events.push(event), guard: this.guard })
  }

  protected override render() {
    if (this.state === undefined) return nothing
    const shown = visibleState(this.state)
    return shown.at === 'opening' || shown.at === 'left' ? nothing : screenOf(shown)
  }

  /** The element of the screen. Null for a state without one. */
  get screen(): LitElement | null {
    return this.renderRoot.firstElementChild as LitElement | null
  }
}

customElements.define('screen-frame', ScreenFrame)

/** Loads the screen of a state, so that its frame shows it at once. */
export async function loadScreenOf(state: FlowState): Promise<void> {
  const { at } = visibleState(state)
  if (at !== 'opening' && at !== 'left') await loadScreen(at)
}

declare global {
  interface HTMLElementTagNameMap {
    'screen-frame': ScreenFrame
  }
}
