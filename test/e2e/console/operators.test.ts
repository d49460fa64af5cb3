// Operators with passkeys of a real browser, and the screen of operators.
import { devices, type Page } from 'playwright/test'
import { addAuthenticator, makeSignInsOld, openConsole, operatorCommand } from '../../support/console-page.ts'
import { expect, test } from '../../support/e2e.ts'
import { expectNoViolations } from '../../support/violations.ts'

const invitationOf = async (out: Promise<string>) => /^http\S+$/m.exec(await out)?.[0] ?? ''
const signedInAs = (page: Page, name: string) =>
  expect(page.getByRole('region', { name: 'Your session' })).toContainText(name)

test('an invited operator registers a passkey, signs in with it, and loses it', async ({ page, app, context }) => {
  const { session, id } = await addAuthenticator(context, page)
  await page.goto(await invitationOf(operatorCommand(app, 'invite', '--name', 'Ada', '--role', 'operator')))
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.waitForURL(`${app.consoleUrl}/attention`)
  await signedInAs(page, 'Ada')
  const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId: id })
  expect(credentials.map(({ isResidentCredential }) => isResidentCredential)).toEqual([true])

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.goto(`${app.consoleUrl}/transfers?state=Failed`)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(`${app.consoleUrl}/transfers?state=Failed`)
  await signedInAs(page, 'Ada')

  // The device has it already.
  await page.goto(await invitationOf(operatorCommand(app, 'invite', '--name', 'Ada')))
  await expect(page.getByText('This invitation adds a passkey to your account.')).toBeVisible()
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('This device has your passkey already.')

  // The device is lost: the passkey is deleted, the session ends, and a new device gets a new one.
  const url = await invitationOf(operatorCommand(app, 'invite', '--name', 'Ada', '--replace'))
  await page.goto(`${app.consoleUrl}/attention`)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('This passkey is not registered here.')
  await session.send('WebAuthn.clearCredentials', { authenticatorId: id })
  await page.goto(url)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.waitForURL(`${app.consoleUrl}/attention`)

  await page.goto(url)
  await expect(page.getByRole('alert')).toContainText('This address was used already or has expired.')
})

test('an admin invites an operator, and confirms that with the passkey', async ({ page, app, context, browser }) => {
  await addAuthenticator(context, page)
  await page.goto(await invitationOf(operatorCommand(app, 'invite', '--name', 'Grace', '--role', 'admin')))
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.waitForURL(`${app.consoleUrl}/attention`)
  await page.getByRole('link', { name: 'Operators' }).click()
  await makeSignInsOld(app)

  await page.getByRole('button', { name: 'Invite operator' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite an operator' })
  await dialog.getByLabel('Name').fill('Linus')
  await dialog.getByLabel('Role').selectOption('operator')
  await dialog.getByLabel('Reason').fill('New colleague in support')
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  await expect(dialog.getByText('This action requires a sign-in of the last five minutes.')).toBeVisible()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Use your passkey' }).click()
  const url = await page.getByLabel('URL of the invitation').textContent()
  expect(url).toContain(`${app.consoleUrl}/sign-in#invite=`)
  await expectNoViolations(page)

  const other = await browser.newContext()
  const invited = await other.newPage()
  await addAuthenticator(other, invited)
  await invited.goto(url ?? '')
  await invited.getByRole('button', { name: 'Create a passkey' }).click()
  await signedInAs(invited, 'Linus')
  await invited.goto(`${app.consoleUrl}/operators`)
  await expect(invited.getByText('Only admins see the operators')).toBeVisible()
  await expect(page.getByRole('row', { name: /Linus.*operator.*1 passkey/ })).toBeVisible()

  await page.getByRole('button', { name: 'Remove Linus' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Left the company')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove operator' }).click()
  await expect(page.getByRole('row', { name: /Linus/ })).toHaveCount(0)
  await invited.reload()
  await expect(invited.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await other.close()
})

test('the role of an operator changes by keyboard alone', async ({ page, app, browser }) => {
  const other = await (await browser.newContext()).newPage()
  await openConsole(other, app, { path: '/overview', name: 'Kim', role: 'viewer' })
  await openConsole(page, app, { path: '/operators', name: 'Barbara', role: 'admin' })
  const { keyboard } = page
  await page.getByRole('button', { name: 'Change role Kim' }).focus()
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change the role of Kim' })
  await expect(dialog.getByLabel('Role')).toBeFocused()
  await keyboard.press('ArrowDown')
  await keyboard.press('Tab')
  await keyboard.type('Takes over the late shift')
  await keyboard.press('Enter')
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Change role' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /Kim.*operator/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change role Kim' })).toBeFocused()
  await other.context().close()
})

test('a session ends from the list, and all end at once', { tag: '@proof' }, async ({ page, app, browser }) => {
  const other = await (await browser.newContext()).newPage()
  await openConsole(other, app, { path: '/overview', name: 'Edsger', role: 'viewer' })
  await openConsole(page, app, { path: '/operators', name: 'Barbara', role: 'admin' })
  const confirm = async (reason: string, name: string) => {
    await page.getByRole('dialog').getByLabel('Reason').fill(reason)
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  }
  await page.getByRole('button', { name: 'End session Edsger' }).click()
  await confirm('A lost laptop', 'End session')
  await expect(page.getByRole('button', { name: 'End session Edsger' })).toHaveCount(0)
  await other.reload()
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await other.context().close()

  await page.getByRole('button', { name: 'End all sessions' }).click()
  await confirm('A secret was leaked', 'End all sessions')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, { tag: colorScheme === 'light' ? [] : ['@proof'] }, () => {
    test.use({ colorScheme })

    test('the operators have no accessibility problem, and the sandbox can renew its session', async ({
      page,
      app,
    }) => {
      const name = `Admin in ${colorScheme}`
      await openConsole(page, app, { path: '/operators', name, role: 'admin' })
      await expect(page.getByRole('row', { name }).first()).toBeVisible()
      await expectNoViolations(page)
      await makeSignInsOld(app)
      await page.getByRole('button', { name: `End sessions ${name}` }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Reason').fill('To sign out everywhere')
      await dialog.getByRole('button', { name: 'End sessions' }).click()
      await expect(dialog.getByRole('button', { name: 'Sign in again' })).toBeVisible()
      await expectNoViolations(page)
      await dialog.getByRole('button', { name: 'Sign in again' }).click()
      // The action continues, and ends the session of its operator.
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    })
  })
}

// In this project, because another one starts the whole application again.
const { defaultBrowserType: _, ...phone } = devices['Pixel 7']

test.describe('on a phone', () => {
  test.use(phone)

  test('nothing of the operators is wider than the screen', async ({ page, app }) => {
    await openConsole(page, app, { path: '/operators', name: 'Barbara', role: 'admin' })
    await expect(page.getByRole('row', { name: /Barbara/ }).first()).toBeVisible()
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(await overflow()).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Invite operator' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await overflow()).toBeLessThanOrEqual(0)
    await expectNoViolations(page)
  })
})
