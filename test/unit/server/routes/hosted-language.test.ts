import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLanguage, directionOf } from '../../../../server/routes/hosted-language.ts'

const had = ['en', 'de', 'fr', 'pt-BR', 'zh-Hans', 'ar']

const cases: [parameter: string | undefined, accept: string | undefined, language: string, locale: string][] = [
  ['fr-CA', 'de', 'fr', 'fr-CA'],
  [undefined, 'nl;q=0.9, de-AT;q=0.5, fr;q=0.8', 'fr', 'fr'],
  ['system', 'de-CH, en', 'de', 'de-CH'],
  ['pt', undefined, 'pt-BR', 'pt'],
  ['zh-TW', 'de', 'en', 'en'],
  ['zh_CN', undefined, 'zh-Hans', 'zh-CN'],
  ['ar-EG-u-nu-latn-x-mine', undefined, 'ar', 'ar-EG'],
  ['"><script>', '*;q=nonsense,,;', 'en', 'en'],
]
for (const [parameter, accept, language, locale] of cases)
  test(`the parameter ${parameter} with ${accept} is shown in ${language}, formatted as in ${locale}`, () =>
    assert.deepEqual(chooseLanguage(had, parameter, accept), { language, locale }))

test('three languages read from the right', () => {
  for (const language of ['ar', 'fa', 'he']) assert.equal(directionOf(language), 'rtl')
  assert.equal(directionOf('en'), 'ltr')
})
