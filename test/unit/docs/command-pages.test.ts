import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandPages } from '../../../scripts/docs/command-pages.ts'
import { usageParts } from '../../../scripts/docs/usage-parts.ts'
import { commands } from '../../../server/cli/run.ts'

/** Without what Markdown adds. */
const wordsOf = (text: string) =>
  text
    .replaceAll('\\', '')
    .replaceAll('&lt;', ' ')
    .match(/[\w-]+/g) ?? []

test('the page of a command has every word of its usage, in the same order', () => {
  const pages = commandPages()
  for (const { name, usage } of commands) {
    const { body } = pages.find(({ title }) => title === `transfer-link ${name}`) ?? assert.fail(name)
    const shown = wordsOf(body.replace(/^```.*$|^\| (---|Option|Variable|Value) .*$/gm, ''))
    const expected = wordsOf(usage)
    assert.deepEqual(shown.slice(-expected.length), expected, name)
  }
})

test('the page of all commands links each of them', () => {
  const [list] = commandPages()
  for (const { name } of commands) assert.ok(list?.body.includes(`| [\`${name}\`](/operate/commands/`), name)
})

test('calls are code, names with meanings are tables, and the rest is text', () => {
  const usage = `transfer-link copy <file> (--to <place> |
         --all) [--json]
       --to    the place. It must
               be empty
       --all   MASTER_KEYS of "keys list"
       <file> must exist: transfer-link keys list
       Example:
       transfer-link copy a --all`
  assert.equal(
    usageParts(usage),
    [
      '```txt\ntransfer-link copy <file> (--to <place> |\n  --all) [--json]\n```',
      '| Option | Meaning |\n| --- | --- |\n| `--to` | the place. It must be empty |\n| `--all` | `MASTER_KEYS` of `keys list` |',
      '`<file>` must exist: transfer-link keys list Example:',
      '```txt\ntransfer-link copy a --all\n```',
    ].join('\n\n'),
  )
})
