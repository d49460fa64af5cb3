// What an error says about the money is the same on its page, in its message and in the transfer window.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { languages } from '../../../components/texts/choose-language.ts'
import { loadTexts } from '../../../components/texts/load-texts.ts'
import { projectRoot } from '../../../scripts/command.ts'
import { userText } from '../../../scripts/docs/error-pages.ts'
import { type ErrorType, errorCatalogue } from '../../../server/contract/errors.ts'

const types = Object.keys(errorCatalogue) as ErrorType[]

function moneySection(type: ErrorType): string {
  const text = readFileSync(join(projectRoot, `docs/errors/${type}.md`), 'utf8')
  const [, , section = ''] = text.split(/^## .*$/m)
  return section.replace(/`[^`]*`/g, '').replace(/\s+/g, ' ')
}

/** The page says that this error or an earlier request may have sent. */
const isOpen = (type: ErrorType) =>
  /may have (been )?sent|may be sending|can still (send|have sent)|unknown|not known|still searched/i.test(
    moneySection(type),
  )
const open = types.filter(isOpen)

test('a message does not say that nothing was sent if the page says that something may have been', () => {
  assert.ok(open.length > 8, String(open))
  // "Nothing was executed by this request" speaks of the request alone.
  const wrong = open.filter((type) => /nothing was (sent|executed)(?! by this)/i.test(errorCatalogue[type].sentence))
  assert.deepEqual(wrong, [])
})

for (const language of languages) {
  test(`nor does the transfer window say it (${language})`, async () => {
    const texts = await loadTexts(language)
    const nothingSent = sentences(texts.errors.walletUnsupported).at(-1) ?? ''
    assert.ok(sentences(userText('exchangeError', texts)).includes(nothingSent), nothingSent)
    const wrong = open.filter((type) => sentences(userText(type, texts)).includes(nothingSent))
    assert.deepEqual(wrong, [])
  })
}

function sentences(text: string): string[] {
  return (text.match(/[^.。]+[.。]/g) ?? []).map((sentence) => sentence.trim())
}
