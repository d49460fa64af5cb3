// What an exchange lets one know before it is sent to: told with the preview, so that nobody meets it only at execute.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { previewToLink } from '../../../../server/routes/link/link-wire.ts'
import { previewToWire } from '../../../../server/routes/transfer-wire.ts'
import { loadPreview } from '../../../../server/transfers/preview-store.ts'
import { recipient, startEngine } from '../../../support/engine.ts'

test('a preview tells what its user has to do first, and whether the fee is an estimate', async () => {
  const engine = await startEngine()
  const { deps, script, clientId, accountId } = engine
  const told = async () => {
    const { id } = await engine.preview()
    const preview = await loadPreview(deps, { clientId, accountId, sessionId: null }, id)
    return {
      wire: previewToWire(preview),
      link: previewToLink(preview, { now: deps.now(), simulated: false, wallet: null }),
    }
  }
  const plain = await told()
  assert.deepEqual([plain.wire.UserStep, plain.wire.FeeIsEstimate], [null, false])
  assert.deepEqual([plain.link.userStep, plain.link.feeIsEstimate], [null, false])

  const { quote } = script.exchange
  const url = 'https://exchange.example/addresses'
  script.exchange.quote = async (...given) => ({
    ...(await quote(...given)),
    feeIsEstimate: true,
    requiredAction: { kind: 'addressWhitelistRequired', url },
  })
  const { wire, link } = await told()
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
