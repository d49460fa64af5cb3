// Runs one command of the project from its root, with the tools of node_modules/.bin first on the path.
import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

export const projectRoot = join(import.meta.dirname, '..')

type CommandOptions = { env?: Record<string, string>; quiet?: boolean; timeoutMs?: number }
export type CommandResult = { code: number; output: string }

/** Runs `name` to its end. With `quiet`, the output is returned instead of shown. The command is killed after `timeoutMs`. */
export function runCommand(name: string, args: string[], options: CommandOptions = {}): Promise<CommandResult> {
  const path = [join(projectRoot, 'node_modules/.bin'), process.env.PATH ?? ''].join(delimiter)
  const child = spawn(name, args, {
    cwd: projectRoot,
    env: { ...process.env, ...options.env, PATH: path },
    timeout: options.timeoutMs,
    killSignal: 'SIGKILL',
    stdio: ['ignore', options.quiet ? 'pipe' : 'inherit', options.quiet ? 'pipe' : 'inherit'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 127, output: `${output}${name}: ${error.message}\n` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Runs a command to its end, and returns what it prints. Throws with the last lines if it fails. */
export async function outputOf(name: string, ...args: string[]): Promise<string> {
  const { code, output } = await runCommand(name, args, { quiet: true })
  if (code !== 0) throw new Error(`${name} ${args.join(' ')} failed:\n${output.split('\n').slice(-25).join('\n')}`)
  return output.trim()
}
