import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLanguage } from '../../../../components/texts/choose-language.ts'

const choices: [value: string | null, browser: string[], language: string, locale: string][] = [
  ['fr', [], 'fr', 'fr'],
  ['fr-CA', [], 'fr', 'fr-CA'],
  ['fr_CA', [], 'fr', 'fr-CA'],
  ['FR', [], 'fr', 'fr'],
  ['pt', [], 'pt-BR', 'pt'],
  ['pt-PT', [], 'pt-BR', 'pt-PT'],
  ['zh', [], 'zh-Hans', 'zh'],
  ['zh-CN', [], 'zh-Hans', 'zh-CN'],
  ['zh-TW', [], 'en', 'en'],
  ['iw', [], 'he', 'he'],
  ['in', [], 'id', 'id'],
  ['ar-EG', [], 'ar', 'ar-EG'],
  ['en-XA', [], 'en', 'en-XA'],
  ['ar-XB', [], 'ar', 'ar-XB'],
  ['tlh', [], 'en', 'en'],
  ['', ['de-AT'], 'de', 'de-AT'],
  ['system', ['de-AT', 'fr'], 'de', 'de-AT'],
  [null, ['sv', 'fi', 'uk'], 'uk', 'uk'],
  [null, ['zh-TW', 'ja'], 'ja', 'ja'],
  [null, ['sv'], 'en', 'en'],
  [null, [], 'en', 'en'],
  ['not a tag', ['de'], 'en', 'en'],
  ['<script>', ['de'], 'en', 'en'],
]

for (const [value, browser, language, locale] of choices) {
  test(`${value ?? 'no parameter'} with the browser's ${browser.join(', ') || 'nothing'} reads ${language}`, () => {
    assert.deepEqual(chooseLanguage(value, browser), { language, locale })
  })
}
