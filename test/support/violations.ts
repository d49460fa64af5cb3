import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { expect } from 'playwright/test'

const levels = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

/** Of a page and its frames: axe checks those of another origin too. `rules`: only these. */
export async function expectNoViolations(page: Page, rules?: string[]): Promise<void> {
  const axe = new AxeBuilder({ page })
  const { violations } = await (rules === undefined ? axe.withTags(levels) : axe.withRules(rules)).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual(
    [],
  )
}
