// Requirements that an exchange states in advance: the preview lists them, before execute meets them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { previewToLink } from '../../../../server/routes/link/link-wire.ts'
import { previewToWire } from '../../../../server/routes/transfer-wire.ts'
import { loadPreview } from '../../../../server/transfers/preview-store.ts'
import { recipient, startEngine } from '../../../support/engine.ts'

test('a preview lists its user’s required actions, and marks an estimated fee', async () => {
  const engine = await startEngine()
  const { deps, script, clientId, accountId } = engine
  const readPreview = async () => {
    const { id } = await engine.preview()
    const preview = await loadPreview(deps, { clientId, accountId, sessionId: null }, id)
    return {
      wire: previewToWire(preview),
      link: previewToLink(preview, { now: deps.now(), simulated: false, wallet: null }),
    }
  }
  const plain = await readPreview()
  assert.deepEqual([plain.wire.UserStep, plain.wire.FeeIsEstimate], [null, false])
  assert.deepEqual([plain.link.userStep, plain.link.feeIsEstimate], [null, false])

  const { quote } = script.exchange
  const url = 'https://exchange.example/addresses'
  script.exchange.quote = async (...given) => ({
    ...(await quote(...given)),
    feeIsEstimate: true,
    requiredAction: { kind: 'addressWhitelistRequired', url },
  })
  const { wire, link } = await readPreview()
  const sentence = `Scripted Exchange sends only to saved addresses. Save ${recipient} at Scripted Exchange first.`
  assert.equal(wire.FeeIsEstimate, true)
  assert.deepEqual([wire.UserStep?.ErrorType, wire.UserStep?.ErrorMessage], ['addressWhitelistRequired', sentence])
  assert.equal(wire.UserStep?.ErrorData.url, url)
  assert.deepEqual(
    [link.feeIsEstimate, link.userStep?.errorType, link.userStep?.message],
    [true, 'addressWhitelistRequired', sentence],
  )
  await engine.close()
})
