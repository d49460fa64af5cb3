import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { projectRoot } from '../../../scripts/command.ts'
import { shareOf } from '../../support/length.ts'

const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

interface Ended {
  code: unknown
  out: string
  error: string
}

/** As `npm run <name> -- <words>`, without npm. */
function runScript(name: string, ...words: string[]): Promise<Ended> {
  const args = scripts[name]?.split(' ').slice(1) ?? assert.fail(`There is no script ${name}.`)
  const options = { cwd: projectRoot, timeout: 60_000 }
  return new Promise((resolve) => {
    execFile(process.execPath, [...args, ...words], options, (failure, out, error) => {
      resolve({ code: failure === null ? 0 : (failure.code ?? failure.signal), out, error })
    })
  })
}

const refusals: [string, string[], RegExp][] = [
  ['sim:bugs', ['--only', 'zzz'], /^No bug has "zzz" in its name\. There are:\n {2}\w/],
  ['sim:bugs', ['--onyl', 'zzz'], /^Unknown option '--onyl'\.\n\nUsage: npm run sim:bugs/],
  ['bench', ['foo'], /^Unknown part "foo"\. Use one of: execute, size, /],
  ['proof', ['foo'], /^Unknown proof "foo"\. Use one of: integration, /],
  ['chaos', ['--kils', '3'], /^Unknown option '--kils'\.\n\nUsage: npm run chaos/],
  ['failover', ['--times', '0'], /^--times must be a whole number of at least 1, not "0"\.\n\nUsage: npm run failover/],
  ['race', ['--quik'], /^Unknown option '--quik'\.\n\nUsage: npm run race/],
  ['sim', ['--seed'], /^Option '--seed <value>' argument missing\.\n\nUsage: npm run sim/],
  ['sim', ['--seeds', 'many'], /^--seeds must be a whole number of at least 0, not "many"\./],
  ['fuzz', ['more'], /^Unexpected argument 'more'\.\n\nUsage: npm run fuzz/],
  ['generate', ['--all'], /^Unknown option '--all'\.\n\nUsage: npm run generate/],
  ['example:native', ['--fast'], /^There is no option --fast\.\n\nUsage: npm run example:native/],
]
for (const [name, words, sentence] of shareOf(refusals, 2)) {
  test(`npm run ${name} -- ${words.join(' ')} is refused with a sentence`, async () => {
    const { code, out, error } = await runScript(name, ...words)
    assert.deepEqual([code, out], [2, ''])
    assert.match(error, sentence)
    assert.doesNotMatch(error, /^\s+at /m)
  })
}

// The commands above answer --help by the same reader; `npm start` has separate tests.
const others = ['build', 'race', 'generate', 'test', 'test:engines', 'pictures', 'example:native', 'try-exchange']
for (const name of shareOf(others, 1)) {
  test(`npm run ${name} -- --help explains itself and does nothing`, async () => {
    const { code, out, error } = await runScript(name, '--help')
    assert.deepEqual([code, error], [0, ''])
    assert.match(out, new RegExp(`^Usage: npm (run )?${name}`))
  })
}
