// The page of each exchange has all sections, and states the adapter's codes and times.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { projectRoot } from '../../../scripts/command.ts'
import { earliestAbsenceMs } from '../../../scripts/generate/exchange-table.ts'
import type { Exchange } from '../../../server/exchanges/exchange.ts'
import type { FailureTable, OutcomeTable } from '../../../server/exchanges/kit/code-tables.ts'
import { openSqlite } from '../../../server/storage/sqlite.ts'
import type { Database } from '../../../server/storage/storage.ts'
import { subjects } from '../../proofs/broken-responses/subjects.ts'
import { testTools } from '../../support/emulator-exchange.ts'
import { pagesFolder } from '../../support/readme.ts'

/** By the adapter's folder: its subject, the form of its codes in a text, and codes that the adapter handles without a table. */
const exchanges: Record<string, { subject: string; code: RegExp; others?: readonly string[] }> = {
  binance: { subject: 'binance', code: /(?<![\w.])-\d{4}\b/g },
  bitget: { subject: 'bitget', code: /\b[14]\d{4}\b/g },
  bybit: { subject: 'bybit', code: /\b(?:13\d{4}|1[0-2]\d{4}|1000\d|10010)\b/g },
  coinbase: {
    subject: 'coinbase',
    code: /`(?:[a-z]+_)+(?:required|error|exceeded|invalid|token|key|funds)`/g,
    // Handled in error-codes.ts (coinbase/requirements.test.ts).
    others: ['two_factor_required'],
  },
  'gate-io': { subject: 'gateIo', code: /`[A-Z]+(?:_[A-Z]+)+`/g },
  kraken: { subject: 'kraken', code: /\bE[A-Z][A-Za-z]+:[A-Z][A-Za-z]+(?: [a-z]+)*/g },
  'ku-coin': { subject: 'kuCoin', code: /\b[24]\d{5}\b/g },
  okx: { subject: 'okx', code: /\b5\d{4}\b/g },
}
/** Pages with another name than the adapter's folder. */
const pages: Record<string, string> = { 'gate-io': 'gate', 'ku-coin': 'kucoin' }
const pageOf = (name: string) => `${pages[name] ?? name}.md`
const sections = [
  /permission|key|account|sign-in/i,
  /limit/i,
  /region/i,
  /travel rule/i,
  /lost order/i,
  /assumed/i,
  /^sources/i,
]

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')

let database: Database
before(async () => {
  database = await openSqlite(':memory:')
})
after(() => database.close())

function adapterOf(name: string): Exchange {
  const subject = subjects[exchanges[name]?.subject ?? ''] ?? assert.fail(name)
  return subject.adapter(testTools(database, { now: 0 }), {})
}

function tablesOf(name: string): Promise<{ outcomes: OutcomeTable; failures: FailureTable }> {
  return import(join(projectRoot, `server/exchanges/${name}/tables.ts`))
}

for (const name of Object.keys(exchanges)) {
  describe(`${pagesFolder}/exchanges/${pageOf(name)}`, () => {
    const page = read(`${pagesFolder}/exchanges/${pageOf(name)}`)

    test('has every section, and dated sources', () => {
      const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)
      for (const section of sections) {
        assert.ok(
          headings.some((heading) => section.test(heading)),
          `no section ${section} among ${headings.join(', ')}`,
        )
      }
      assert.match(page.slice(page.search(/^## Sources/m)), /\b\d{1,2} [A-Z][a-z]+ 20\d\d\b/)
      assert.ok(page.split('\n').length <= 110, 'the page is longer than 110 lines')
    })

    test('names only codes that the adapter knows, and calls none ambiguous that is a rejection', async () => {
      const { outcomes, failures } = await tablesOf(name)
      const { code, others = [] } = exchanges[name] ?? assert.fail(name)
      const known = new Set([...Object.keys(outcomes), ...Object.keys(failures), ...others])
      let found = 0
      for (const line of page.slice(0, page.search(/^## Sources/m)).split('\n')) {
        for (const [text] of line.matchAll(code)) {
          const word = text.replaceAll('`', '')
          found++
          if (/ambiguous/i.test(line)) assert.ok(!Object.hasOwn(outcomes, word), `${word} is a rejection: ${line}`)
          else assert.ok(known.has(word), `${word} is not in the adapter's tables: ${line}`)
        }
      }
      assert.ok(found > 0, 'the page names no code')
    })

    test('states the times after which a missing order is treated as not made', () => {
      const { recovery } = adapterOf(name)
      const { requestMs, fenceMs, visibilityMs } = recovery
      const lost = page.slice(page.search(/^## .*lost order/im)).replaceAll(/\s+/g, ' ')
      if (fenceMs === null) assert.match(lost, /never/)
      else {
        assert.match(lost, new RegExp(`\\b(${spans(fenceMs).join('|')})\\b`))
        assert.match(lost, new RegExp(`\\b${Math.round(earliestAbsenceMs(recovery, fenceMs) / 60_000)} minutes\\b`))
      }
      assert.match(lost, new RegExp(`\\b(${spans(requestMs).join('|')})\\b`))
      assert.match(lost, new RegExp(`\\b(${spans(visibilityMs).join('|')})\\b`))
    })
  })
}

function spans(ms: number): string[] {
  const seconds = ms / 1_000
  return [
    `${seconds.toLocaleString('en')} s`,
    ...(seconds % 60 === 0 ? [`${seconds / 60} minutes`] : []),
    ...(seconds === 3_600 ? ['an hour', 'one hour', '1 hour'] : []),
  ]
}

test('the index links every page, with the class of its adapter', () => {
  const index = read('docs/src/content/docs/exchanges/index.md')
  for (const name of Object.keys(exchanges)) {
    const row =
      index.split('\n').find((line) => line.includes(`(${pageOf(name)})`)) ?? assert.fail(`no row for ${name}`)
    assert.ok(row.includes(`\`${adapterOf(name).recovery.class}\``), row)
  }
  assert.match(read('README.md'), /\]\(docs\/src\/content\/docs\/exchanges\/index\.md\)/)
})
