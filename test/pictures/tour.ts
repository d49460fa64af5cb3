// Records one transfer in the demo shop as an animated picture for the documentation: a frame for each step, and how long it is shown.
// The packages of docs/ write the picture.
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { expect } from 'playwright/test'
import { texts } from '../../components/texts/en.ts'
import { projectRoot } from '../../scripts/command.ts'
import { startApp } from '../support/app.ts'
import { browserArgs, ensureBrowser } from '../support/browser.ts'
import { chooseAsset, heading, openLink, sendButton } from '../support/link-flow.ts'

/** Relative to the project. */
export const tourPath = 'docs/src/assets/tour.webp'
export const stillPath = 'docs/src/assets/tour.png'
const size = { width: 1000, height: 720 }
const shownMs = 1_600
const mostBytes = 400_000

interface Frame {
  picture: Buffer
  ms: number
}

/** The part of sharp that is used. */
type Sharp = (
  frames: Buffer[] | Buffer,
  options?: object,
) => {
  webp(options: object): { toBuffer(): Promise<Buffer> }
  png(options: object): { toBuffer(): Promise<Buffer> }
}

/** Returns the size of the picture in bytes. */
export async function recordTour(): Promise<number> {
  const sharp = createRequire(join(projectRoot, 'docs/package.json'))('sharp') as Sharp
  const app = await startApp()
  const browser = await chromium.launch({ executablePath: ensureBrowser().path, args: browserArgs })
  try {
    const frames = await record(browser, app.shopUrl)
    const pictures = frames.map(({ picture }) => picture)
    const animated = sharp(pictures, { join: { animated: true } })
    const bytes = await animated.webp({ quality: 78, effort: 6, loop: 0, delay: frames.map(({ ms }) => ms) }).toBuffer()
    if (bytes.length > mostBytes) throw new Error(`The picture has ${bytes.length} bytes, more than ${mostBytes}.`)
    writeFileSync(join(projectRoot, tourPath), bytes)
    const review = pictures.at(reviewFrame) ?? Buffer.of()
    writeFileSync(join(projectRoot, stillPath), await sharp(review).png({ palette: true }).toBuffer())
    return bytes.length
  } finally {
    await browser.close()
    await app.stop()
  }
}

/** The review, for readers who prefer no motion. */
const reviewFrame = 6

async function record(browser: Browser, shopUrl: string): Promise<Frame[]> {
  const page = await browser.newPage({ viewport: size, colorScheme: 'light' })
  const frames: Frame[] = []
  const take = async (ms = shownMs) => void frames.push({ picture: await still(page), ms })
  await page.goto(shopUrl)
  await expect(page.getByRole('button', { name: 'Add funds' })).toBeVisible()
  await take()
  const flow = await openLink(page, shopUrl)
  await take()
  await flow.getByRole('button', { name: /^Sandbox Exchange/ }).click()
  await flow.getByLabel('User name').fill('user_good')
  await flow.getByLabel('Password', { exact: true }).fill('pass_good')
  await take()
  await flow.getByRole('button', { name: texts.signIn.cta, exact: true }).click()
  await expect(heading(flow, texts.chooseAsset.title)).toBeVisible()
  await take()
  await chooseAsset(flow, /USD Coin/)
  const amount = flow.getByRole('textbox', { name: /^Amount in/ })
  await expect(amount).toBeVisible()
  await take(900)
  await amount.fill('250')
  await take()
  await flow.getByRole('button', { name: texts.amount.review }).click()
  await expect(sendButton(flow)).toHaveAttribute('aria-disabled', 'false')
  await take(2_600)
  await sendButton(flow).click()
  await expect(flow.getByRole('button', { name: texts.common.done })).toBeVisible()
  await take(2_600)
  await flow.getByRole('button', { name: texts.common.done }).click()
  await expect(page.getByRole('list', { name: 'Balance by asset' })).toContainText('+250')
  await take(3_000)
  await page.close()
  return frames
}

async function still(page: Page): Promise<Buffer> {
  // Transitions have ended, and no caret blinks.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  )
  return page.screenshot({ animations: 'disabled', caret: 'hide' })
}
