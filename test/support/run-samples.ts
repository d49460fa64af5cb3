// Runs a sample of the reference in its language, as a reader would.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { Script } from 'node:vm'

export interface SampleOutcome {
  status: number
  body: string
}

export interface SampleLanguage {
  /** Of the block on the page. */
  name: string
  /** Null for a language that every machine with this project has. */
  command: string | null
  run(sample: string, env: Record<string, string>): Promise<SampleOutcome>
}

interface PythonSamples extends SampleLanguage {
  close(): void
}

const execute = promisify(execFile)

export const curlSamples: SampleLanguage = {
  name: 'sh',
  command: 'curl',
  async run(sample, env) {
    const withStatus = `curl() { command curl --silent --show-error --write-out '%{http_code}' "$@"; }`
    const { stdout } = await execute('sh', ['-c', `${withStatus}\n${sample}`], { env: { ...process.env, ...env } })
    return { status: Number(stdout.slice(-3)), body: stdout.slice(0, -3) }
  },
}

export const nodeSamples: SampleLanguage = {
  name: 'js',
  command: null,
  async run(sample, env) {
    let printed = ''
    const log = (...words: unknown[]) => {
      printed += words.join(' ')
    }
    const context = { fetch, process: { env }, console: { log }, URLSearchParams }
    await new Script(`(async () => {\n${sample}\n})()`).runInNewContext(context)
    return outcomeOf(printed)
  },
}

/** In Python, a response with an error raises one. */
const interpreter = `
import contextlib, io, json, os, sys
for line in sys.stdin:
    sample, env = json.loads(line)
    os.environ.update(env)
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(sample, {})
    except Exception as error:
        printed.write(f"{error.code} {error.read().decode()}" if hasattr(error, "code") else repr(error))
    print(json.dumps(printed.getvalue()), flush=True)
`

/** One process runs all samples, because each start costs a tenth of a second. */
export function pythonSamples(): PythonSamples {
  let python: ReturnType<typeof startPython> | undefined
  return {
    name: 'python',
    command: 'python3',
    async run(sample, env) {
      python ??= startPython()
      python.child.stdin.write(`${JSON.stringify([sample, env])}\n`)
      const [line] = await once(python.lines, 'line')
      return outcomeOf(JSON.parse(line))
    },
    close: () => python?.child.stdin.end(),
  }
}

function startPython() {
  const child = spawn('python3', ['-c', interpreter], { stdio: ['pipe', 'pipe', 'inherit'] })
  return { child, lines: createInterface(child.stdout) }
}

/** Of a program that prints the status, a space and the body. */
function outcomeOf(printed: string): SampleOutcome {
  return { status: Number(printed.slice(0, 3)), body: printed.slice(4) }
}
