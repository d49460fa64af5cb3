import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, mock, test } from 'node:test'
import { languages } from '../../../../components/texts/choose-language.ts'
import { completeTexts, type PartialTexts } from '../../../../components/texts/complete-texts.ts'
import { explain, explainReason } from '../../../../components/texts/explain.ts'
import { isolateNames } from '../../../../components/texts/isolate-names.ts'
import { loadTexts } from '../../../../components/texts/load-texts.ts'
import { setLocale } from '../../../../components/texts/notation.ts'
import type { Texts } from '../../../../components/texts/texts.ts'
import { projectRoot } from '../../../../scripts/command.ts'
import { rejectionReasons } from '../../../../server/accounts/call-exchange.ts'
import { errorsOf } from '../../../../server/contract/endpoint-errors.ts'
import { type ErrorType, errorCatalogue, errorDataNames } from '../../../../server/contract/errors.ts'
import { endpoints } from '../../../../server/routes/routes.ts'
import type { HoldingReason, NetworkReason } from '../../../../server/transfers/configure.ts'
import { eachText, say, type TextPath } from '../../../support/each-text.ts'
import { pseudoTexts } from '../../../support/pseudo-language.ts'

const english = await loadTexts('en')

/** What a person wrote. Texts that it lacks are in English. */
interface LanguageFile {
  texts: PartialTexts
  reviewedBy?: string[]
}

afterEach(() => setLocale('en'))

/** The compiler requires every reason of the server here. */
const reasons = Object.keys({
  amountNotSufficient: true,
  balanceBelowMinimum: true,
  destinationIsOrigin: true,
  gasFeeAssetBalanceNotEnough: true,
  noEligibleNetworks: true,
  noPrice: true,
  noTargetNetworkFound: true,
  notSupportedForTransferBySource: true,
  notSupportedForTransferByTarget: true,
  refusedByInstitution: true,
  withdrawHold: true,
} satisfies Record<NetworkReason | HoldingReason, true>)
const rejections = Object.values(rejectionReasons).map(({ reason }) => reason)
/** A plural category that no language has, so that no text has a form for it. */
const neverWritten = 'none' as Intl.LDMLPluralRule

/** The texts that have no form for a plural category of their language, where numbers are in that category. */
function withoutForm(own: PartialTexts, category: Intl.LDMLPluralRule): TextPath[] {
  const missing: TextPath[] = []
  let said: TextPath = ''
  const select = mock.method(Intl.PluralRules.prototype, 'select', () => category)
  // A form that the text does not have is found in the prototype.
  Object.defineProperty(Object.prototype, category, { configurable: true, get: () => void missing.push(said) })
  for (const [path, text] of eachText(own)) {
    said = path
    say(text)
  }
  Reflect.deleteProperty(Object.prototype, category)
  select.mock.restore()
  return missing
}

const contributing = readFileSync(join(projectRoot, 'CONTRIBUTING.md'), 'utf8')
const linkErrors = [
  ...new Set(
    endpoints.filter(({ path }) => path.startsWith('/api/v1/link/')).flatMap((endpoint) => errorsOf(endpoint)),
  ),
]

/** Data as the server sends it with such an error. */
function dataOf(type: ErrorType): Record<string, unknown> {
  const numbers = new Set(['attemptsLeft', 'decimals', 'seconds', 'minimum', 'maximum', 'available', 'fee'])
  return Object.fromEntries(
    errorDataNames(type).map((name) => [
      name,
      name === 'attemptsLeft' || name === 'decimals' ? 2 : numbers.has(name) ? '1234.5' : `⟪${name}⟫`,
    ]),
  )
}

for (const language of languages) {
  const own = await loadTexts(language)
  const file = (await import(`../../../../components/texts/${language}.ts`)) as LanguageFile

  test(`every error of a link has a sentence in ${language}`, () => {
    setLocale(language)
    const message = 'The sentence of the server.'
    const untold = linkErrors.filter(
      (errorType) =>
        explain(own, {
          errorType,
          message,
          errorData: dataOf(errorType),
          httpStatus: errorCatalogue[errorType].http,
        }) === message,
    )
    assert.deepEqual(untold, [])
  })

  test(`every reason against an asset, a network or a transfer has a sentence in ${language}`, () => {
    setLocale(language)
    const facts = { exchange: '⟪exchange⟫', app: '⟪app⟫', symbol: 'USDC', network: '⟪network⟫', minimum: '10' }
    for (const reason of reasons) assert.notEqual(explainReason(own, reason, facts), null, reason)
    for (const reason of rejections) assert.ok(reason in own.errors, reason)
  })

  test(`no text of ${language} is empty, or has spaces at its ends`, () => {
    for (const [path, text] of eachText(own)) {
      const said = say(text)
      assert.ok(said.length > 0 && said === said.trim(), path)
    }
  })

  test(`no sentence of ${language} is still English`, () => {
    if (language === 'en') return
    const englishTexts = new Map(eachText(english))
    const left = [...eachText(file.texts)].filter(
      ([path, text]) => say(text).length > 24 && say(text) === say(englishTexts.get(path)),
    )
    assert.deepEqual(left, [])
  })

  test(`texts of ${language} name whatever the English ones name`, () => {
    const named = (said: string) => [...new Set(said.match(/⟪\d⟫|\{\w+\}/g))].sort()
    const englishTexts = new Map(eachText(english))
    for (const [path, text] of eachText(own))
      assert.deepEqual(named(say(text)), named(say(englishTexts.get(path))), path)
  })

  test(`whatever is counted in ${language} has the forms of that language`, () => {
    const rules = new Intl.PluralRules(language)
    const required = [...new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)))].sort()
    for (const category of required.filter((each) => each !== 'other'))
      assert.deepEqual(withoutForm(file.texts, category), [], category)
    assert.deepEqual(withoutForm(own, neverWritten), withoutForm(english, neverWritten))
  })

  test(`the texts of ${language} say whether a person reviewed them, and so does CONTRIBUTING`, () => {
    const { reviewedBy } = file
    // The other languages are translations of English.
    assert.equal(reviewedBy === undefined, language === 'en')
    const [, unreviewed = ''] = /^Not reviewed yet: (.*)\.$/m.exec(contributing) ?? []
    assert.equal(unreviewed.split(', ').includes(language), reviewedBy?.length === 0)
  })
}

test('a text that a language lacks is English, and every other text is of the language', async () => {
  const { texts: german } = await import('../../../../components/texts/de.ts')
  const { header, ...sections } = german
  const own = completeTexts(english, { ...sections, header: { back: 'Zurück' } })
  assert.equal(own.header.back, 'Zurück')
  assert.equal(own.header.close, english.header.close)
  assert.equal(own.header.title('Northwind'), english.header.title('Northwind'))
  assert.deepEqual(own.common, german.common)
  assert.deepEqual(completeTexts(english, {}), english)
})

test('the languages that are listed are those that have a file', () => {
  const files = readdirSync(join(projectRoot, 'components/texts'))
  const tags = files.flatMap((name) => /^([a-z]{2}(?:-[A-Za-z]+)?)\.ts$/.exec(name)?.[1] ?? [])
  assert.deepEqual(tags.sort(), [...languages].sort())
})

test('counting follows the language', async () => {
  const counted = async (language: (typeof languages)[number]) => {
    const { enterCode } = await loadTexts(language)
    return [1, 2, 5, 11, 21].map((count) => enterCode.attemptsLeft(count))
  }
  assert.deepEqual(await counted('en'), [
    '1 attempt left.',
    '2 attempts left.',
    '5 attempts left.',
    '11 attempts left.',
    '21 attempts left.',
  ])
})

test('errors that are the same to the user have one sentence, and no other error has it', () => {
  const saying = (name: keyof Texts['errors']) =>
    linkErrors.filter(
      (errorType) =>
        explain(english, {
          errorType,
          message: '',
          errorData: dataOf(errorType),
          httpStatus: errorCatalogue[errorType].http,
        }) === english.errors[name],
    )
  assert.deepEqual(saying('unavailable').sort(), ['shuttingDown'])
  assert.deepEqual(saying('destination').sort(), [
    'addressChecksumFailed',
    'addressOfOtherNetwork',
    'addressSanctioned',
    'destinationIsOrigin',
    'destinationNotAllowed',
    'invalidAddress',
    'invalidTag',
    'tagRequired',
    'toAddressNotConfigured',
    'tokenNotOnNetwork',
    'unknownNetwork',
  ])
  assert.deepEqual(saying('reconnect').sort(), [
    'accountNotFound',
    'authTokenExpired',
    'authTokenInvalid',
    'environmentMismatch',
    'fromTokenTypeMismatch',
    'reconnectRequired',
  ])
  assert.deepEqual(saying('previewExpired').sort(), ['previewChanged', 'previewExpired', 'previewNotFound'])
  assert.deepEqual(saying('codeLocked'), ['codeLocked'])
})

test('an error names the exchange, the reason and the amount, in the notation of the locale', () => {
  const say = (errorType: string, errorData: Record<string, unknown>) =>
    explain(english, { errorType, errorData, message: 'The sentence of the server.' })
  assert.equal(say('amountBelowMinimum', { minimum: '1250.5', symbol: 'USDC' }), 'The minimum is 1,250.5 USDC.')
  assert.equal(say('codeWrong', { attemptsLeft: 1 }), 'That code didn’t work. Enter the latest code. 1 attempt left.')
  assert.equal(say('amountPrecision', { symbol: 'USDC', decimals: 6 }), 'USDC allows 6 decimals here.')
  assert.equal(say('exchangeError', {}), 'The sentence of the server.')
  assert.equal(say('somethingNew', { name: 'Kraken' }), 'The sentence of the server.')
  assert.equal(say('toString', {}), 'The sentence of the server.')
  const gas = { missing: '1250.5', fee: '1300', feeSymbol: 'ETH', network: 'Base' }
  assert.equal(say('insufficientForGas', gas), 'You need 1,250.5 ETH more on Base for the network fee.')
  setLocale('de')
  assert.equal(say('amountBelowMinimum', { minimum: '1250.5', symbol: 'USDC' }), 'The minimum is 1.250,5 USDC.')
})

test('the reason of the safety check is in the language of the user, that of an operator as it is', async () => {
  const german = await loadTexts('de')
  const say = (rule: string) =>
    explain(german, { errorType: 'riskBlocked', errorData: { rule, reason: 'one transfer per user' }, message: '' })
  assert.match(say('tokenContract'), /gestoppt: diese Adresse gehört zu keiner Wallet\. Es wurde nichts gesendet\.$/)
  assert.match(say('oneTransfer'), /gestoppt: one transfer per user\./)
})

test('a name that reads the other way stays apart from its sentence', () => {
  const texts = isolateNames(english)
  assert.equal(texts.signIn.title('Kraken'), 'Sign in to Kraken')
  assert.equal(texts.signIn.title('‮nekark'), 'Sign in to \u2068‮nekark\u2069')
  assert.equal(texts.signIn.title('בנק'), 'Sign in to \u2068בנק\u2069')
  setLocale('ar-XB')
  assert.match(isolateNames(pseudoTexts(english, 'ar-XB')).signIn.title('Kraken'), /\u2068Kraken\u2069/)
})
