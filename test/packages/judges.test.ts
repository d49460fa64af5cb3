import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { packed } from './packed.ts'

for (const { name, tarball } of packed) {
  const bytes = new Uint8Array(readFileSync(tarball))

  test(`publint reports nothing about ${name}`, async () => {
    const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true })
    assert.deepEqual(
      messages.map((message) => formatMessage(message, pkg)),
      [],
    )
  })

  test(`every module resolution with ESM finds the right types in ${name}`, async () => {
    const analysis = await checkPackage(createPackageFromTarballData(bytes))
    assert.ok(analysis.types, 'there are types')
    // The package has only ESM and only `exports`, so results for older resolutions are ignored.
    const problems = analysis.problems.filter(
      (problem) =>
        !('resolutionKind' in problem && ['node10', 'node16-cjs'].includes(problem.resolutionKind)) &&
        problem.kind !== 'CJSResolvesToESM',
    )
    assert.deepEqual(problems, [])
  })
}
