import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { promisify } from 'node:util'
import { runCommand } from '../../scripts/command.ts'
import { readmeBlock } from '../support/readme.ts'
import { packed } from './packed.ts'
import { emptyProject, installBrowserPackage, linkFromWorkspace } from './project.ts'

const run = promisify(execFile)
const project = emptyProject('site')
before(() => installBrowserPackage(project))

const underTypes = (name: string) => join(project, 'node_modules', name)

test('it installs lit, @lit/context and their dependencies, and nothing else', () => {
  const there = readdirSync(join(project, 'node_modules'))
    .flatMap((name) => (name.startsWith('@') ? readdirSync(underTypes(name)).map((each) => `${name}/${each}`) : [name]))
    .filter((name) => !name.startsWith('.'))
  assert.deepEqual(there.sort(), [
    '@lit-labs/ssr-dom-shim',
    '@lit/context',
    '@lit/reactive-element',
    '@types/trusted-types',
    'lit',
    'lit-element',
    'lit-html',
    'transfer-link',
  ])
})

test('it contains the build, but no source, test or source map', () => {
  const files = packed.find(({ name }) => name === 'transfer-link')?.files ?? []
  assert.deepEqual(
    files.filter(
      (file) => !/^dist\/|^(LICENSE|NOTICE|README\.md|package\.json|protocol\/link-messages\.schema\.json)$/.test(file),
    ),
    [],
  )
  for (const file of files.filter((each) => each.endsWith('.d.ts')))
    assert.doesNotMatch(readFileSync(join(underTypes('transfer-link'), file), 'utf8'), /server\/|\.ts'/, file)
})

test('importing it on a server has no side effects', async () => {
  const lines = `
    const before = Object.getOwnPropertyNames(globalThis).join()
    const { createLinkConnection } = await import('transfer-link')
    const connection = createLinkConnection({ clientId: 'a', onExit: () => { throw new Error('nothing was open') } })
    connection.closePopup()
    if (Object.getOwnPropertyNames(globalThis).join() !== before) throw new Error('there are new globals')
    console.log(Object.keys(connection).sort().join())`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', lines], { cwd: project })
  assert.equal(stdout, 'closePopup,openPopup\n')
})

test('React renders it on a server, and marks it as client code', async () => {
  assert.match(readFileSync(join(underTypes('transfer-link'), 'dist/react.js'), 'utf8'), /^"use client"/)
  for (const name of ['react', 'react-dom']) linkFromWorkspace(project, name)
  const lines = `
    import { createElement } from 'react'
    import { renderToString } from 'react-dom/server'
    import { TransferLink, useLinkConnection } from 'transfer-link/react'
    const Page = () => createElement(TransferLink, { url: null, className: 'wide', id: 'funds', onExit: useLinkConnection({}).closePopup }, 'Add')
    console.log(renderToString(createElement(Page)))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', lines], { cwd: project })
  assert.equal(stdout, '<transfer-link id="funds" class="wide">Add</transfer-link>\n')
})

test('the manifest names the attributes, events, parts and properties of the element', () => {
  const manifest = JSON.parse(readFileSync(join(underTypes('transfer-link'), 'dist/custom-elements.json'), 'utf8'))
  const [element] = manifest.modules[0].declarations
  const names = (list: { name: string }[]) => list.map(({ name }) => name)
  assert.equal(element.tagName, 'transfer-link')
  for (const name of ['theme', 'layout', 'open', 'locale', 'fiat-currency', 'brand-color', 'server', 'client-id'])
    assert.ok(names(element.attributes).includes(name), name)
  assert.ok(!names(element.attributes).includes('url'), 'a one-time code is no attribute')
  for (const name of ['brokerConnected', 'transferFinished', 'linkEvent', 'closeRequest', 'exit'])
    assert.ok(names(element.events).includes(name), name)
  for (const name of ['openPopup', 'closePopup', 'requestClose', 'url'])
    assert.ok(names(element.members).includes(name), name)
  for (const { name, description } of [
    ...[...element.attributes, ...element.events, ...element.slots],
    ...[...element.cssParts, ...element.cssStates],
  ])
    assert.notEqual(description, '', `${name} says what it is for`)
})

const program = `
import { createLinkConnection, type IntegrationAccessToken, type TransferFinishedPayload } from 'transfer-link'
import { TransferLink } from 'transfer-link/element'

const accessTokens: IntegrationAccessToken[] = []
const connection = createLinkConnection({
  clientId: 'a',
  accessTokens,
  onBrokerConnected: ({ auth_token, accessToken }) => console.log(auth_token?.length, accessToken.accountTokens.length),
  onTransferFinished: ({ payload }: TransferFinishedPayload) =>
    console.log(payload.status === 'success' ? payload.txId : payload.errorMessage),
  onEvent: ({ type }) => console.log(type),
  onExit: (error, summary) => console.log(error?.length, summary?.transfer?.status),
})
connection.openPopup('https://transfer.example/b2b-iframe')

const element = document.querySelector('transfer-link')!
element satisfies TransferLink
element.theme = 'dark'
element.addEventListener('transferFinished', ({ detail }) => console.log(detail.payload.status))
element.addEventListener('click', ({ clientX }) => console.log(clientX))
// @ts-expect-error: there is no such theme
element.theme = 'blue'
// @ts-expect-error: the detail has no such field
element.addEventListener('exit', ({ detail }) => console.log(detail.code))
// @ts-expect-error: the callback's data has no such field
createLinkConnection({ onBrokerConnected: ({ password }) => console.log(password) })
`

const react = `
import { useRef } from 'react'
import type { TransferLink as Element } from 'transfer-link/element'
import { TransferLink, useLinkConnection } from 'transfer-link/react'

export function Page({ url }: { url: string | null }) {
  const connection = useLinkConnection({ onExit: (error) => console.log(error?.length) })
  const ref = useRef<Element>(null)
  return (
    <>
      <button onClick={() => connection.openPopup('https://transfer.example/')}>Add</button>
      <TransferLink url={url} theme="dark" onTransferFinished={({ payload }) => console.log(payload.status)} />
      <TransferLink ref={ref} id="funds" style={{ color: 'red' }} onCloseRequest={(event) => event.preventDefault()} />
      <button onClick={() => ref.current?.requestClose()}>Leave</button>
      {/* @ts-expect-error: there is no such theme */}
      <TransferLink theme="blue" />
      <transfer-link brand-color="teal" onexit={({ detail }) => console.log(detail.error)} />
      {/* @ts-expect-error: there is no such theme */}
      <transfer-link theme="blue" />
    </>
  )
}
`

const solid = `/** @jsxImportSource solid-js */
import 'transfer-link/solid'

export const Page = () => (
  <transfer-link url={null} class="wide" on:exit={({ detail }) => console.log(detail.error)}>
    {/* @ts-expect-error: there is no such theme */}
    <transfer-link theme="blue" />
  </transfer-link>
)
`

const templates = `
import 'transfer-link/svelte'
import 'transfer-link/vue'
import type { SvelteHTMLElements } from 'svelte/elements'
import type { GlobalComponents } from 'vue'

export const svelte: SvelteHTMLElements['transfer-link'] = { theme: 'dark', onexit: ({ detail }) => console.log(detail.error) }
export const vue: InstanceType<GlobalComponents['transfer-link']>['$props'] = { url: null, onexit: ({ detail }) => console.log(detail.error) }
// @ts-expect-error: there is no such theme
svelte.theme = 'blue'
// @ts-expect-error: there is no such theme
vue.theme = 'blue'
`

async function compile(moduleResolution: 'bundler' | 'node16', files: Record<string, string>, options: object) {
  const compilerOptions = {
    ...{ module: moduleResolution === 'bundler' ? 'esnext' : moduleResolution, moduleResolution },
    ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], types: [], jsx: 'react-jsx', noEmit: true },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, ...options },
  }
  for (const [file, text] of Object.entries(files)) writeFileSync(join(project, file), text)
  const config = join(project, `tsconfig.${moduleResolution}.json`)
  writeFileSync(config, JSON.stringify({ compilerOptions, files: Object.keys(files) }))
  const { code, output } = await runCommand('tsc', ['-p', config], { quiet: true })
  assert.equal(code, 0, output)
}

test('its types are correct under strict TypeScript with Node resolution, including its declarations', () =>
  compile('node16', { 'program.ts': program }, { skipLibCheck: false }))

test('its types are correct in programs and templates under strict TypeScript with bundler resolution', async () => {
  for (const name of ['react', '@types/react', 'solid-js', 'svelte', 'vue', '@vue/runtime-dom', 'csstype'])
    linkFromWorkspace(project, name)
  const readme = {
    'readme.ts': readmeBlock('ts', 'createLinkConnection'),
    'readme.tsx': readmeBlock('tsx', 'useLinkConnection'),
  }
  const files = { ...readme, 'program.ts': program, 'react.tsx': react, 'solid.tsx': solid, 'templates.ts': templates }
  // Checking the declarations of these frameworks would take ten seconds more.
  await compile('bundler', files, { skipLibCheck: true })
})
