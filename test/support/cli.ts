// Runs `transfer-link` as an operator does, in a separate process with a separate environment. `runCliHere` runs it in this process.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '../../scripts/command.ts'
import { runCommandLine } from '../../server/cli/run.ts'

interface CliResult {
  code: number
  out: string
  error: string
}

export function runCli(args: string[], environment: Record<string, string> = {}): Promise<CliResult> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  const env = { PATH, HOME, NODE_COMPILE_CACHE, ...environment }
  return new Promise((resolve) => {
    execFile(process.execPath, [join(projectRoot, 'server/bin.js'), ...args], { env }, (failure, out, error) => {
      const code = failure === null ? 0 : typeof failure.code === 'number' ? failure.code : 1
      resolve({ code, out, error })
    })
  })
}

export async function runCliHere(args: string[], environment: Record<string, string> = {}): Promise<CliResult> {
  let [out, error] = ['', '']
  const line = (text: string) => {
    out += `${text}\n`
  }
  const writeError = (text: string) => {
    error += `${text}\n`
  }
  return { code: await runCommandLine(args, { environment, line, error: writeError, progress() {} }), out, error }
}
