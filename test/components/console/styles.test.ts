// The console's styles also say start and end, as those of the drop-in.
import { expect } from '@open-wc/testing'
import type { ReactiveElement } from 'lit'
import '../../../host/console/console-app.ts'
import '../../../host/console/elements/action-dialog.ts'
import '../../../host/console/elements/relative-time.ts'
import '../../../host/console/screens/attention-screen.ts'
import '../../../host/console/screens/audit-log-screen.ts'
import '../../../host/console/screens/sign-in-screen.ts'
import '../../../host/console/screens/transfer-screen.ts'
import '../../../host/console/screens/transfers-screen.ts'
import { sidedStyles } from '../../support/sided-styles.ts'

const tags = ['console-app', 'console-frame', 'page-heading', 'filter-form', 'short-id', 'copy-button', 'relative-time']

const screens = ['attention-screen', 'audit-log-screen', 'sign-in-screen', 'transfer-screen', 'transfers-screen']

describe('styles of the console', () => {
  for (const tag of [...tags, 'action-dialog', 'resolve-panel', ...screens])
    it(`of ${tag} use logical sides only`, () => {
      const { elementStyles } = customElements.get(tag) as unknown as typeof ReactiveElement
      const sheets = elementStyles.flatMap((styles) => ('styleSheet' in styles && styles.styleSheet) || [])
      expect(sheets.length).to.be.at.least(1)
      expect(sheets.flatMap(sidedStyles)).to.deep.equal([])
    })
})
