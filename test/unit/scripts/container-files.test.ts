// The files in deploy/ that run the image agree with the image and the server.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse, parseAllDocuments } from 'yaml'
import { projectRoot } from '../../../scripts/command.ts'
import { readCredentials, variableOf } from '../../../server/config-credentials.ts'
import { Variables } from '../../../server/config-variables.ts'
import { version } from '../../../server/package-info.ts'

const read = (file: string) => readFileSync(join(projectRoot, 'deploy', file), 'utf8')
const compose = parse(read('compose.yml'))
const { spec } = parse(read('kubernetes/deployment.yaml')).spec.template
const [container] = spec.containers
const kustomization = parse(read('kubernetes/kustomization.yaml'))
const withConsole = parse(read('compose.console.yml')).services
const component = parse(read('kubernetes/console/kustomization.yaml'))
const known = new Set([...Object.keys(Variables.shape), 'CREDENTIALS_DIRECTORY', 'TRANSFER_ENV', 'NODE_ENV'])

test('they run the image of this version', () => {
  assert.equal(compose.services.server.image, `transfer-link:${version}`)
  assert.deepEqual(kustomization.images, [{ name: container.image, newTag: version }])
})

test('they set variables that the server reads', () => {
  const literals = [kustomization, component].flatMap(({ configMapGenerator: [{ literals }] }) =>
    literals.map((text: string) => text.split('=')[0]),
  )
  const names = [
    ...Object.keys(compose.services.server.environment),
    ...Object.keys(withConsole.server.environment),
    ...container.env.map(({ name }: { name: string }) => name),
    ...literals,
    ...(/^ENV (.+)$/m.exec(read('image/Containerfile'))?.[1] ?? '').split(' ').map((pair) => pair.split('=')[0] ?? ''),
  ]
  assert.deepEqual(
    names.filter((name) => !known.has(name)),
    [],
  )
  assert.ok(names.includes('HOST'))
})

test('they pass secrets as files, and none is in a variable', () => {
  // The files start no console.
  const names = Object.keys(variableOf).filter((name) => !name.startsWith('console-'))
  assert.deepEqual(compose.services.server.secrets, names)
  for (const name of names) assert.ok(compose.secrets[name], name)
  const { items } = spec.volumes.find(({ name }: { name: string }) => name === 'secrets').secret
  assert.deepEqual(
    items.map(({ key, path }: Record<string, string>) => [key, path]),
    names.map((name) => [name, name]),
  )
  assert.equal(compose.services.server.environment.CREDENTIALS_DIRECTORY, '/run/secrets')
  const mount = container.volumeMounts.find(({ name }: { name: string }) => name === 'secrets')
  assert.equal(container.env[0].value, mount.mountPath)
  assert.deepEqual(readCredentials({ CREDENTIALS_DIRECTORY: '/nowhere' }).values, {})
})

test('the server runs as user 1000 with a read-only root and no privileges', () => {
  const { server } = compose.services
  assert.deepEqual([server.user, server.read_only, server.cap_drop], ['1000:1000', true, ['ALL']])
  assert.deepEqual([spec.securityContext.runAsUser, container.securityContext.readOnlyRootFilesystem], [1000, true])
  assert.match(read('image/Containerfile'), /^USER 1000:1000$/m)
})

test('the console of compose is reached by Caddy, with the file that Caddy imports', () => {
  const { server, caddy } = withConsole
  assert.deepEqual([server.environment.CONSOLE_HOST, caddy.environment.CONSOLE_SERVER], ['0.0.0.0', 'server:4003'])
  assert.equal(server.environment.CONSOLE_PORT, 4003)
  const [from, to] = caddy.volumes[0].split(':')
  assert.match(read(from), /^\{\$CONSOLE_HOST\} \{$/m)
  assert.match(read('proxy/Caddyfile'), /^import sites\/\*\.Caddyfile$/m)
  assert.equal(to, '/etc/caddy/sites/console.Caddyfile')
})

test('the console of Kubernetes adds to the base, and its service reaches its port', () => {
  const [{ name, behavior, literals }] = component.configMapGenerator
  assert.deepEqual([name, behavior], [kustomization.configMapGenerator[0].name, 'merge'])
  // A component comes after its overlay, and would replace the overlay's address of the console.
  assert.deepEqual(literals, ['CONSOLE_PORT=4003', 'CONSOLE_HOST=0.0.0.0'])
  const [{ target, patch }] = component.patches
  assert.equal(target.name, parse(read('kubernetes/deployment.yaml')).metadata.name)
  const [{ path, value }] = parse(patch)
  assert.equal(path, '/spec/template/spec/containers/0/ports/-')
  const service = parse(read('kubernetes/console/service.yaml'))
  assert.equal(service.spec.ports[0].targetPort, value.name)
  assert.deepEqual(service.spec.selector, parse(read('kubernetes/service.yaml')).spec.selector)
})

test('the Kubernetes files are valid YAML, and every mount and port has its source', () => {
  for (const file of kustomization.resources)
    for (const document of parseAllDocuments(read(`kubernetes/${file}`))) assert.deepEqual(document.errors, [])
  const volumes = spec.volumes.map(({ name }: { name: string }) => name)
  assert.deepEqual(container.volumeMounts.map(({ name }: { name: string }) => name).toSorted(), volumes.toSorted())
  const ports = parse(read('kubernetes/service.yaml')).spec.ports
  assert.equal(ports[0].targetPort, container.ports[0].name)
})
