// The last result of each proof, from the committed file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../command.ts'
import { type Page, table } from './page.ts'

type Results = Record<string, { held: boolean; date: string; commit: string; seconds: number }>

export function resultsPage(): Page {
  const results: Results = JSON.parse(readFileSync(join(projectRoot, 'test/proofs/results.json'), 'utf8'))
  const rows = Object.entries(results).map(([name, { held, date, commit, seconds }]) => [
    `\`${name}\``,
    held ? 'held' : 'broken',
    date.replace('T', ' '),
    `\`${commit}\``,
    (seconds / 60).toFixed(1),
  ])
  return {
    file: 'copies/results',
    slug: 'trust/results',
    title: 'Last results',
    description: 'The last result of each proof, with its date and commit.',
    order: 0,
    body: [
      'Each row is the last run of `npm run proof` that was saved. Proofs without a row were run on their own: see the saved runs.',
      table(['Proof', 'Result', 'Date (UTC)', 'Commit', 'Minutes'], rows),
      '`npm run proof -- --status` also shows whether the code has changed since. [How it is tested](/trust/how-it-is-tested/) describes each proof.',
    ].join('\n\n'),
  }
}
