import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brandInfoOf } from '../../../../server/routes/link/brand-info.ts'

test('published clients receive the operator’s logo, as base64 and as a URL', () => {
  const exchange = { type: 'sandbox', name: 'Sandbox Exchange', color: '#0f766e' }
  const infoWith = (contentType: string) => {
    const logo = { path: '/logos/sandbox-1.svg', contentType, bytes: new TextEncoder().encode('<svg/>') }
    return brandInfoOf({ brandLogos: new Map([['sandbox', logo]]), publicUrl: 'https://link.example' }, exchange)
  }
  const none = brandInfoOf({ brandLogos: new Map(), publicUrl: 'https://link.example' }, exchange)
  assert.deepEqual(Object.keys(none), ['brokerLogo', 'brokerPrimaryColor'])
  const brokerLogo = Buffer.from('<svg/>').toString('base64')
  const logoLightUrl = 'https://link.example/logos/sandbox-1.svg'
  assert.deepEqual(infoWith('image/svg+xml'), { brokerLogo, logoLightUrl, brokerPrimaryColor: '#0f766e' })
  assert.deepEqual(infoWith('image/png'), { ...none, logoLightUrl })
})
