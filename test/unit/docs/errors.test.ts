import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { projectRoot } from '../../../scripts/command.ts'

const page = readFileSync(join(projectRoot, 'docs/src/content/docs/api/errors.md'), 'utf8')

/** In the contract, and never returned by this server. */
const never = ['ipNotAllowed', 'clientDisabled', 'mfaCodeReused', 'previewSuperseded']
for (const type of never) {
  test(`the documentation says why ${type} is not returned`, () =>
    assert.match(page, new RegExp(`^\\| \`${type}\` \\|`, 'm')))
}
