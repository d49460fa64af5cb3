// Starts the server of an image as its user, with the storage in a folder of this machine.

import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from './engine.ts'

/** The user of the image. Folders that the server writes to belong to it. */
export const uid = 1000
const readyMs = 60_000

export interface Container {
  server: ChildProcess
  /** Runs a command of `transfer-link` beside the server. Returns its output. */
  command(...words: string[]): Promise<string>
  /** Ends the server with SIGTERM. */
  stop(): Promise<void>
}

export interface Site {
  engine: Engine
  tag: string
  /** Folders of this machine by their paths in the container. */
  volumes: Record<string, string>
  /** On loopback. */
  port: number
  environment: Record<string, string>
  /** Whether the server can call other servers on loopback. */
  usesLoopback: boolean
}

export async function startContainer(site: Site): Promise<Container> {
  return site.engine.name === 'buildah' ? startByBuildah(site) : startByDaemon(site)
}

/** buildah runs a command in a container, without a daemon and in the network of this machine. */
async function startByBuildah({ engine, tag, volumes, port, environment }: Site): Promise<Container> {
  const name = (await engine.run('from', '--pull-never', tag)).split('\n').at(-1) ?? ''
  const place = ['run', '--isolation', 'chroot', ...volumeOptions(volumes)]
  const words = [...place, ...variables({ ...environment, PORT: `${port}` }), name, '--', 'node', '/app/bin.js']
  const server = spawn(engine.name, [...words, 'serve'], { stdio: ['ignore', 'pipe', 'pipe'] })
  return {
    server,
    command: (...more) => engine.run(...words, ...more),
    stop: () => stopServer(server, () => engine.tryTo('rm', name)),
  }
}

function startByDaemon({ engine, tag, volumes, port, environment, usesLoopback }: Site): Container {
  const name = `transfer-link-${randomUUID().slice(0, 8)}`
  const confined = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges']
  const network = usesLoopback ? ['--network', 'host'] : ['--publish', `127.0.0.1:${port}:4000`]
  const place = ['--name', name, ...volumeOptions(volumes), ...network]
  const values = usesLoopback ? { ...environment, PORT: `${port}` } : environment
  const words = ['run', '--rm', ...place, ...confined, ...variables(values), tag]
  const server = spawn(engine.name, words, { stdio: ['ignore', 'pipe', 'pipe'] })
  return {
    server,
    command: (...more) => engine.run('exec', name, 'node', '/app/bin.js', ...more),
    stop: () => stopServer(server, () => engine.tryTo('rm', '--force', name)),
  }
}

async function stopServer(server: ChildProcess, remove: () => Promise<unknown>): Promise<void> {
  server.kill('SIGTERM')
  if (server.exitCode === null && server.signalCode === null)
    await new Promise((resolve) => server.once('exit', resolve))
  await remove()
}

function volumeOptions(volumes: Record<string, string>): string[] {
  return Object.entries(volumes).flatMap(([path, folder]) => ['--volume', `${folder}:${path}`])
}

function variables(environment: Record<string, string>): string[] {
  return Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`])
}

export async function untilReady(port: number, server: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + readyMs; Date.now() < deadline; await pause(200)) {
    if (server.exitCode !== null) throw new Error(`The server exited with ${server.exitCode}.`)
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (response?.ok) return
  }
  throw new Error(`The server was not ready within ${readyMs / 1_000} seconds.`)
}
