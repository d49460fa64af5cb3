// The hosted UI says errors in its own sentences, and in the server's where it knows none, so every error of a link endpoint
// must be fit for a person; and where the UI decides by an errorType, that type must be one the server has.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type * as z from 'zod'
import type * as Ui from '../../../../components/flow/link-answers.ts'
import { projectRoot } from '../../../../scripts/command.ts'
import { errorsOf } from '../../../../server/contract/endpoint-errors.ts'
import { errorExample } from '../../../../server/contract/error-examples.ts'
import { errorCatalogue } from '../../../../server/contract/errors.ts'
import type * as Session from '../../../../server/contract/wire/link-session.ts'
import type * as Transfer from '../../../../server/contract/wire/link-transfer.ts'
import { endpoints } from '../../../../server/routes/routes.ts'

const source = ['components/flow/*.ts', 'components/screens/*.ts']
  .flatMap((pattern) => globSync(pattern, { cwd: projectRoot }))
  .map((file) => readFileSync(join(projectRoot, file), 'utf8'))
  .join('\n')
const types = Object.keys(errorCatalogue)

test('every error of a link endpoint is a sentence that a person can read', () => {
  const ofLinks = endpoints.filter(({ path }) => path.startsWith('/api/v1/link/')).flatMap(errorsOf)
  assert.ok(new Set(ofLinks).size > 40)
  for (const type of new Set(ofLinks)) {
    const { message } = errorExample(type)
    assert.match(message, /^\S.{10,}\.$/, type)
    assert.doesNotMatch(message, /[{}]|undefined| {2}/, type)
  }
})

test('every errorType that the UI decides by is one of the server’s, or its own', () => {
  const own = ['offline', 'connectionFailed', 'codeWrong', 'failed']
  const named = [...source.matchAll(/errorType\s*(?:===|!==|:)\s*'(\w+)'/g)].map(([, type = '']) => type)
  assert.ok(named.length >= 5)
  assert.deepEqual(
    named.filter((type) => !types.includes(type) && !own.includes(type)),
    [],
  )
  const patterns = [...source.matchAll(/\/([^/\n]+)\/\.test\((?:problem\??\.)?errorType/g)].map(([, text = '']) => text)
  assert.ok(patterns.length >= 3)
  for (const pattern of patterns) {
    assert.ok(
      types.some((type) => new RegExp(pattern).test(type)),
      `/${pattern}/ fits no error`,
    )
  }
})

/** Compiles only while what the server answers is what the UI was told. */
type Fits<Answer extends Told, Told> = Answer
export type SessionFits = Fits<z.infer<typeof Session.LinkSession>, Ui.Session>
export type IntegrationsFit = Fits<z.infer<typeof Session.LinkIntegrations>['integrations'], Ui.Integration[]>
export type AccountFits = Fits<z.infer<typeof Session.LinkAccount>, Ui.Account>
export type HoldingFits = Fits<z.infer<typeof Transfer.LinkHolding>, Ui.Holding>
export type PreviewFits = Fits<z.infer<typeof Transfer.LinkPreview>, Ui.Preview>
export type TransferFits = Fits<z.infer<typeof Transfer.LinkTransfer>, Ui.Transfer>
type Execution = z.infer<typeof Transfer.LinkExecution>
export type ExecutionFits = Fits<Execution, Ui.ExecuteAnswer>
