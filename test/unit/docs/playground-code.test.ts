// The code that a reader copies from the playground, and the events that it shows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAst } from 'vite'
import { eventDetail, eventName } from '../../../docs/src/components/playground/event-text.ts'
import {
  missingOptions,
  printConnection,
  printStyles,
  printTag,
  type Settings,
} from '../../../docs/src/components/playground/print-code.ts'
import { readSandboxAddress } from '../../../docs/src/components/playground/sandbox-requests.ts'

const server = 'http://localhost:4000'
const none: Settings = { attributes: [], tokens: [] }
const some: Settings = {
  attributes: [
    { name: 'layout', value: 'inline', option: null },
    { name: 'locale', value: 'de', option: 'locale' },
  ],
  tokens: [
    { name: '--tl-radius', value: '8px' },
    { name: '--tl-font-family', value: '"Trebuchet MS", sans-serif' },
  ],
}
const withBrand = (value: string): Settings => ({
  ...none,
  attributes: [{ name: 'brand-color', value, option: 'brandColor' }],
})

test('the tag has the attributes that are set, and the script of the server', () => {
  assert.match(printTag(none, server), /^<script type="module" src="http:\/\/localhost:4000\/v1\/transfer-link\.js">/)
  assert.match(printTag(none, server), /^<transfer-link><\/transfer-link>$/m)
  assert.match(printTag(some, server), /^<transfer-link layout="inline" locale="de"><\/transfer-link>$/m)
  const flag: Settings = { ...none, attributes: [{ name: 'quiet', value: '', option: null }] }
  assert.match(printTag(flag, server), /^<transfer-link quiet><\/transfer-link>$/m)
})

test('many attributes are on lines of their own', () => {
  const long = { ...some, attributes: [...some.attributes, ...withBrand('rebeccapurple'.repeat(3)).attributes] }
  assert.match(
    printTag(long, server),
    /^<transfer-link\n {2}layout="inline"\n {2}locale="de"\n {2}brand-color="[a-z]+"\n><\/transfer-link>$/m,
  )
})

test('a value cannot end its attribute, or its text in JavaScript', () => {
  const tag = printTag(withBrand('"><script>&'), server)
  assert.match(tag, /brand-color="&quot;>&lt;script>&amp;"/)
  const value = "' + alert(1) + '\\\n"
  const program = JSON.stringify(parseAst(printConnection(withBrand(value))))
  assert.ok(program.includes(`"type":"Literal","value":${JSON.stringify(value)}`))
})

test('createLinkConnection gets the options that it has, and the others are named', () => {
  const code = printConnection(some)
  parseAst(code)
  assert.match(code, /^ {2}locale: 'de',$/m)
  assert.doesNotMatch(code, /layout/)
  assert.equal(missingOptions(some), 'createLinkConnection has no option for layout.')
  assert.equal(missingOptions(none), '')
})

test('the tokens are one rule of CSS', () => {
  assert.equal(
    printStyles(some),
    'transfer-link {\n  --tl-radius: 8px;\n  --tl-font-family: "Trebuchet MS", sans-serif;\n}',
  )
  assert.match(printStyles(none), /^\/\* .* \*\/$/)
})

test('an event has the name of what happened, and no complete token', () => {
  assert.equal(eventName('linkEvent', { type: 'pageLoaded' }), 'linkEvent: pageLoaded')
  assert.equal(eventName('closeRequest', null), 'closeRequest')
  const token = 'at_sandbox_0123456789abcdef'
  const detail = eventDetail({
    auth_token: token,
    accessToken: { accountTokens: [{ accessToken: token, refreshToken: token }], brokerName: 'Sandbox Exchange' },
  })
  assert.ok(!detail.includes(token))
  assert.match(detail, /"auth_token": "at_sandbox… \(27 characters\)"/)
  assert.match(detail, /"brokerName": "Sandbox Exchange"/)
})

test('only an address of this machine is a sandbox', () => {
  for (const [text, origin] of [
    ['http://localhost:4000', server],
    ['localhost:4000/v1/', server],
    ['http://[::1]:4000', 'http://[::1]:4000'],
    ['https://127.0.0.1', 'https://127.0.0.1'],
    ['https://example.com', null],
    ['http://localhost.example.com', null],
    ['javascript://localhost/%0Aalert(1)', null],
    ['', null],
  ] as const)
    assert.equal(readSandboxAddress(text), origin, text)
})
