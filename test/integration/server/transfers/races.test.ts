// The engine over PostgreSQL: one of two processes overtakes the other after each of its statements.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { loadAccount } from '../../../../server/accounts/accounts.ts'
import { createLink } from '../../../../server/links/links.ts'
import { redeemLink, reissueCode } from '../../../../server/links/sessions.ts'
import type { Database } from '../../../../server/storage/storage.ts'
import { endPreview } from '../../../../server/transfers/end-preview.ts'
import { executeTransfer } from '../../../../server/transfers/execute.ts'
import { pollOnChain } from '../../../../server/transfers/poll-chain.ts'
import type { Preview } from '../../../../server/transfers/preview-store.ts'
import { reconcileTransfer } from '../../../../server/transfers/reconcile.ts'
import { resendToUser } from '../../../../server/transfers/resend-to-user.ts'
import { resolveTransfer } from '../../../../server/transfers/resolve.ts'
import type { ExecuteResult } from '../../../../server/transfers/send-withdrawal.ts'
import { eventsOf } from '../../../../server/transfers/timeline.ts'
import { listTransfers } from '../../../../server/transfers/transfer-list.ts'
import { verifyTimeline } from '../../../../server/transfers/verify-timelines.ts'
import { type Engine, paymentFor, startEngine } from '../../../support/engine.ts'
import { proofTest } from '../../../support/length.ts'
import { claimYoungest, pollDue } from '../../../support/poll-due.ts'
import { assertRefused, fulfilled, overPostgres, overtake } from '../../../support/races.ts'
import { loseRequest, loseResponse, scriptedRecovery } from '../../../support/scripted-exchange.ts'

await overPostgres('transfers race over PostgreSQL', ({ open, openAgain }) => {
  let engine: Engine
  let other: Database
  let amounts = 10
  beforeEach(async () => {
    await engine?.close()
    await other?.close()
    engine = await startEngine(await open())
    other = await openAgain()
  })
  after(async () => {
    await engine.close()
    await other.close()
  })

  const execute = (database: Database, preview: Preview, mfaCode: string | null = null): Promise<ExecuteResult> => {
    const owner = { clientId: engine.clientId, accountId: engine.accountId, sessionId: null }
    const request = { ...owner, previewId: preview.id, mfaCode, linkId: null, transactionId: null }
    return executeTransfer({ ...engine.deps, database }, request)
  }
  const transferIdOf = (result: ExecuteResult) => ('transfer' in result ? result.transfer.id : result.outcome)
  const newPreview = () => engine.preview(String(++amounts))
  const poll = (database: Database) => pollDue({ ...engine.deps, database })

  test('a preview is spent once', async () => {
    const { script } = engine
    const rounds = await overtake(engine.deps.database, other, async () => {
      const preview = await newPreview()
      const before = script.orders.length
      return {
        first: (database) => execute(database, preview),
        second: (database) => execute(database, preview),
        check(first, second) {
          assert.equal(transferIdOf(fulfilled(first)), transferIdOf(fulfilled(second)))
          assert.equal(script.orders.length, before + 1)
        },
      }
    })
    assert.ok(rounds > 10)
  })

  proofTest('an order of a full page is found by the process that takes the link back, or is not sent', async () => {
    const { script, clientId, accountId, deps } = engine
    const over = (database: Database) => ({ ...deps, database })
    let sent = 0
    const rounds = await overtake(deps.database, other, async () => {
      const nothing = { fixed: null, fromType: null, transactionId: null, destinations: [] }
      const user = { clientId, userId: 'user-1', callbackUrl: 'https://shop.example/done', fromAccountId: accountId }
      const link = { ...user, ...nothing, transfersEnabled: true, tokenDelivery: 'page' as const }
      const { linkId, authCode } = await createLink(deps, link)
      const frame = await redeemLink(deps, authCode)
      const codes = await reissueCode(deps, frame.session, null)
      engine.wait(1000)
      const { id: sessionId } = (await redeemLink(deps, codes.authCode)).session
      const { id: previewId } = await newPreview()
      const previews = deps.database.query.updateTable('preview').set({ session_id: sessionId })
      await previews.where('id', '=', previewId).execute()
      engine.wait(1000)
      const request = { clientId, accountId: null, sessionId, previewId, mfaCode: null, linkId, transactionId: null }
      const before = script.orders.length
      return {
        first: (database) => executeTransfer(over(database), request),
        async second(database) {
          await redeemLink(over(database), codes.returnCode)
          return listTransfers(database.query, clientId, { linkId, limit: 1 })
        },
        check(first, second) {
          assert.equal(script.orders.length - before, fulfilled(second).length)
          sent += script.orders.length - before
          if (script.orders.length === before) assertRefused(first, 'sessionEnded')
        },
      }
    })
    assert.ok(sent > 0 && sent < rounds)
  })

  proofTest('a code is tried once, and every wrong one is counted', async () => {
    const { script } = engine
    await overtake(engine.deps.database, other, async () => {
      script.outcomes = [() => ({ kind: 'mfaRequired', method: 'totp' }), () => ({ kind: 'mfaWrong' })]
      const preview = await newPreview()
      await execute(engine.deps.database, preview)
      const before = script.orders.length
      return {
        first: (database) => execute(database, preview, '000001'),
        second: (database) => execute(database, preview, '000002'),
        async check() {
          const select = engine.deps.database.query.selectFrom('preview').select('wrong_codes')
          const { wrong_codes } = await select.where('id', '=', preview.id).executeTakeFirstOrThrow()
          assert.equal(wrong_codes, script.orders.length - before)
          assert.ok(wrong_codes > 0)
        },
      }
    })
  })

  test('of equal transfers on an exchange that can only match, one is open at a time', async () => {
    const { script } = engine
    Object.assign(script.exchange.recovery, { ...scriptedRecovery, class: 'match' })
    const rounds = await overtake(engine.deps.database, other, async () => {
      script.outcomes = [loseRequest]
      const amount = String(++amounts)
      const [one, two] = [await engine.preview(amount), await engine.preview(amount)]
      const before = script.orders.length
      return {
        first: (database) => execute(database, one),
        second: (database) => execute(database, two),
        check(first, second) {
          const refused = [first, second].filter(({ status }) => status === 'rejected')
          assert.equal(refused.length, 1)
          for (const each of refused) assertRefused(each, 'duplicateTransferInProgress')
          assert.equal(script.orders.length, before + 1)
        },
      }
    })
    assert.ok(rounds > 10)
  })

  test('a preview that was reported as expired is not executed', async () => {
    const { script } = engine
    await overtake(engine.deps.database, other, async () => {
      const preview = await newPreview()
      const before = script.orders.length
      return {
        first: (database) => execute(database, preview),
        second: (database) => endPreview({ ...engine.deps, database }, preview.id),
        check(first, second) {
          const reportedExpired = fulfilled(second) === undefined
          assert.equal(script.orders.length, reportedExpired ? before : before + 1)
          if (reportedExpired) assertRefused(first, 'previewExpired')
        },
      }
    })
  })

  test('one payment proves one transfer', async () => {
    const { script, mined } = engine
    await overtake(engine.deps.database, other, async () => {
      const amount = String(++amounts)
      const previews = [await engine.preview(amount), await engine.preview(amount)]
      const hash = `0x${String(amounts).padStart(64, '0')}`
      for (const preview of previews) {
        await engine.execute(preview)
        const { id } = await engine.transferOf(preview)
        const change = { state: 'Confirming', hash, next_poll_at: 0 }
        await engine.deps.database.query.updateTable('transfer').set(change).where('id', '=', id).execute()
      }
      const [one] = await Promise.all(previews.map((preview) => engine.transferOf(preview)))
      assert.ok(one)
      mined.set(hash, paymentFor(one, 12))
      for (const withdrawal of script.made.values()) withdrawal.hash = hash
      const pollOne = async (database: Database, preview: Preview) => {
        const deps = { ...engine.deps, database }
        const account = await loadAccount(deps, engine.clientId, engine.accountId)
        return pollOnChain(deps, await engine.transferOf(preview), account).catch(() => false)
      }
      const [first, second] = previews as [Preview, Preview]
      return {
        first: (database) => pollOne(database, first),
        second: (database) => pollOne(database, second),
        async check() {
          const states = await Promise.all(previews.map(async (preview) => (await engine.transferOf(preview)).state))
          assert.deepEqual(states.sort(), ['Confirming', 'Succeeded'])
        },
      }
    })
  })

  proofTest('a withdrawal that equals two open transfers is taken by neither, and an operator is needed', async () => {
    const { script } = engine
    await overtake(engine.deps.database, other, async () => {
      Object.assign(script.exchange.recovery, { ...scriptedRecovery, class: 'find' })
      const amount = String(++amounts)
      script.outcomes = [loseResponse, loseRequest]
      const previews = [await engine.preview(amount), await engine.preview(amount)]
      for (const preview of previews) await engine.execute(preview)
      Object.assign(script.exchange.recovery, { class: 'match' })
      const find = async (database: Database, preview: Preview) => {
        const deps = { ...engine.deps, database }
        const account = await loadAccount(deps, engine.clientId, engine.accountId)
        return reconcileTransfer(deps, await engine.transferOf(preview), account).catch(() => false)
      }
      const [first, second] = previews as [Preview, Preview]
      return {
        first: (database) => find(database, first),
        second: (database) => find(database, second),
        async check() {
          const transfers = await Promise.all(previews.map((preview) => engine.transferOf(preview)))
          assert.deepEqual(
            transfers.map(({ state, withdrawalId }) => [state, withdrawalId]),
            [
              ['Unknown', null],
              ['Unknown', null],
            ],
          )
          for (const { attention } of transfers) assert.match(attention ?? '', /could be that of another open transfer/)
        },
      }
    })
  })

  proofTest('of an operator and a poll one changes a transfer, and its timeline has no gap', async () => {
    const { script } = engine
    await overtake(engine.deps.database, other, async () => {
      script.outcomes = [loseResponse]
      const preview = await newPreview()
      await engine.execute(preview)
      const { id } = await engine.transferOf(preview)
      const request = { transferId: id, evidence: 'seen at the exchange', operator: 'anna' }
      const resolution = { kind: 'sent', withdrawalId: `other-${id}` } as const
      const resolve = (database: Database) => resolveTransfer({ ...engine.deps, database }, { ...request, resolution })
      return {
        first: poll,
        second: resolve,
        async check() {
          const events = await eventsOf(engine.deps.database.query, id)
          assert.equal(events.filter(({ kind }) => kind === 'found' || kind === 'resolvedByOperator').length, 1)
          assert.equal(await verifyTimeline(engine.deps.database.query, id), null)
          await engine.deps.database.query.updateTable('transfer').set({ next_poll_at: null }).execute()
        },
      }
    })
  })

  proofTest('a code that is entered while another one is requested is not overwritten', async () => {
    const { script } = engine
    const step = { kind: 'mfaRequired', method: 'totp' } as const
    Object.assign(script.exchange, { resendForOrder: async () => step })
    await overtake(engine.deps.database, other, async () => {
      script.outcomes = [() => step, loseResponse]
      const preview = await newPreview()
      await engine.execute(preview)
      const owner = { clientId: engine.clientId, accountId: engine.accountId, sessionId: null }
      const request = { ...owner, previewId: preview.id, kind: null }
      return {
        first: (database) => resendToUser({ ...engine.deps, database }, request),
        second: (database) => execute(database, preview, '123456'),
        async check(_, second) {
          assert.equal(
            fulfilled(second).outcome,
            (await engine.transferOf(preview)).state === 'Unknown' ? 'ordered' : 'mfaRequired',
          )
        },
      }
    })
  })

  proofTest('a due transfer is claimed by one process', async () => {
    await overtake(engine.deps.database, other, async () => {
      for (let n = 0; n < 3; n++) await engine.execute(await newPreview())
      await engine.deps.database.query
        .updateTable('transfer')
        .set({ next_poll_at: 0, lease: null, leased_until: null })
        .execute()
      const claim = (database: Database, lease: string) =>
        claimYoungest({ ...engine.deps, database }, engine.script.exchange.type, lease)
      return {
        first: (database) => claim(database, 'one'),
        second: (database) => claim(database, 'two'),
        check(first, second) {
          const ids = [...fulfilled(first), ...fulfilled(second)].map(({ id }) => id)
          assert.equal(ids.length, new Set(ids).size)
          assert.ok(ids.length > 0)
        },
      }
    })
  })
})
