// The pages list every key of a network and every type of an exchange.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { projectRoot } from '../../../scripts/command.ts'
import { exchangeRegistry, selfCustodyType } from '../../../server/exchanges/registry.ts'
import { networkCatalogue } from '../../../server/networks/catalogue.ts'
import { pagesFolder } from '../../support/readme.ts'

/** The words in code style of a section's list. */
function wordsOf(page: string, heading: string): string[] {
  const text = readFileSync(join(projectRoot, pagesFolder, 'operate', page), 'utf8')
  const [section = ''] = text.slice(text.indexOf(`## ${heading}\n`) + 3).split('\n## ')
  const items = section.split('\n').filter((line) => line.startsWith('- '))
  return [...items.join('\n').matchAll(/`(\w+)`/g)].map(([, word = '']) => word)
}

test('the page about configuration lists every key of a network', () => {
  const keys = networkCatalogue('production').all.map(({ key }) => key)
  assert.deepEqual(wordsOf('configuration.md', 'Keys of networks').toSorted(), keys.toSorted())
})

test('the page about pauses lists every type of an exchange, and DeFiWallet', () => {
  const networks = networkCatalogue('production')
  const tools = { now: () => new Date(), networks, acquire: async () => true, withKeyLock: async () => null }
  const { all } = exchangeRegistry({ sandboxUrl: null, coinbase: { clientId: 'client', clientSecret: 'x' } }, tools)
  const types = [...all.map(({ type }) => type), selfCustodyType]
  assert.deepEqual(wordsOf('pause-sending.md', 'Types of exchanges').toSorted(), types.toSorted())
})
