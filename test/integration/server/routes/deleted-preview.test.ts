// A preview that was executed and is deleted answers with its transfer, over REST and in its link session.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { deleteOldPreviews } from '../../../../server/transfers/delete-previews.ts'
import { openSession } from '../../../support/link-session.ts'
import { execute, preview, signIn, toBase, untilEnded } from '../../../support/native-flow.ts'
import { startTestServer, type TestServer } from '../../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.stop())

/** Executed previews expire, and are deleted at once. */
async function deletePreviews(transferId: string): Promise<void> {
  await untilEnded(server, transferId)
  const { database } = server.deps
  const now = () => new Date(server.deps.now().getTime() + 600_000)
  assert.ok((await deleteOldPreviews({ database, now }, 0)) > 0)
  assert.deepEqual(await database.query.selectFrom('preview').select('id').execute(), [])
}

test('over REST: for its own account alone', async () => {
  const token = await signIn(server, 'user_good')
  const { PreviewId } = (await preview(server, token, '25.5')).body.PreviewResult
  const first = await execute(server, token, PreviewId)
  await deletePreviews(first.body.TransferResult.TransferId)
  const again = await execute(server, token, PreviewId)
  assert.equal(again.status, 200)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(again.body.TransferResult.TransferId, first.body.TransferResult.TransferId)
  assert.equal(again.body.TransferResult.Status, 'Succeeded')
  const other = await execute(server, await signIn(server, 'user_mfa_transfer'), PreviewId)
  assert.deepEqual([other.status, other.body.ErrorType], [404, 'previewNotFound'])
})

test('in a link session: for its own session alone', async () => {
  const session = await openSession(server)
  const accountId = await session.accountOf('user_good')
  const { previewId } = (await session.preview(accountId, '26.5')).body.content.preview
  const first = await session.execute(previewId)
  const { transferId } = first.body.content.transfer
  await deletePreviews(transferId)
  const again = await session.execute(previewId)
  assert.equal(again.status, 200)
  assert.equal(again.body.content.transfer.transferId, transferId)
  assert.equal(again.body.content.transfer.status, 'Succeeded')
  const other = await (await openSession(server, { ToAddresses: [toBase] })).execute(previewId)
  assert.deepEqual([other.status, other.body.errorType], [404, 'previewNotFound'])
})
