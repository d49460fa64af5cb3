// The last result of each proof that was saved, from the committed files.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { savedRunPages } from '../../docs/page-address.ts'
import { projectRoot } from '../command.ts'
import { type Page, table } from './page.ts'
import { savedRun } from './saved-runs.ts'

type Results = Record<string, { held: boolean; date: string; commit: string; seconds: number }>

export function resultsPage(): Page {
  const read = (file: string) => JSON.parse(readFileSync(join(projectRoot, 'test/proofs', file), 'utf8'))
  const results: Results = read('results.json')
  const rows = Object.entries(results).map(([name, { held, date, commit, seconds }]) => [
    `\`${name}\``,
    verdictOf(held),
    date.replace('T', ' '),
    `\`${commit}\``,
    (seconds / 60).toFixed(1),
  ])
  const runs = Object.entries(savedRunPages).map(([file, slug]) => {
    const { command, held, date, commit } = savedRun(file)
    return [`[\`${command}\`](/${slug}/)`, verdictOf(held), date, `\`${commit}\``]
  })
  const missing = Object.keys(read('proofs.json')).filter((name) => results[name] === undefined)
  return {
    file: 'copies/results',
    slug: 'trust/results',
    title: 'Last results',
    description: 'The last result of each proof, with its date and commit.',
    order: 0,
    body: [
      '[How it is tested](/trust/how-it-is-tested/) describes each proof.',
      '## Runs of `npm run proof`',
      table(['Proof', 'Result', 'Date (UTC)', 'Commit', 'Minutes'], rows),
      ...(missing.length === 0
        ? []
        : [`Proofs without a saved result of \`npm run proof\`: ${missing.map((name) => `\`${name}\``).join(', ')}.`]),
      '`npm run proof -- --status` also shows whether the code has changed since.',
      '## Saved runs of single commands',
      'Each link leads to the figures of the run.',
      table(['Command', 'Result', 'Date', 'Commit'], runs),
    ].join('\n\n'),
  }
}

const verdictOf = (held: boolean) => (held ? 'held' : 'broken')
