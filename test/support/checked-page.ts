import { expect, type Page } from 'playwright/test'

/** Playwright's fixture `page`: in every test, no script may fail, and the pages must comply with their security policy. */
export async function checkedPage({ page }: { page: Page }, use: (page: Page) => Promise<void>): Promise<void> {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) problems.push(message.text())
  })
  await use(page)
  expect(problems).toEqual([])
}
