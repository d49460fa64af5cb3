// The package `@opentelemetry/api` is optional.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { projectRoot } from '../../../../scripts/command.ts'

/** Node resolves the package as if it were not installed. */
const hook = `import { registerHooks } from 'node:module'
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@opentelemetry/api') throw Object.assign(new Error('not found'), { code: 'ERR_MODULE_NOT_FOUND' })
    return next(specifier, context)
  },
})`
const program = `import { currentTrace, hasOpenTelemetry, inSpan } from './server/log/spans.ts'
import { inTrace } from './server/log/trace-context.ts'
const trace = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), flags: 1 }
const work = async (span) => { span.rename('a'); span.set('b', 1); span.fail(); return currentTrace()?.traceId }
console.log(hasOpenTelemetry, await inTrace(trace, () => inSpan({ name: 'work', kind: 'SERVER', parent: trace }, work)))`

test('without the package nothing is recorded, and the trace of a request is still known', () => {
  const args = [
    '--import',
    `data:text/javascript,${encodeURIComponent(hook)}`,
    '--input-type=module',
    '--eval',
    program,
  ]
  const output = execFileSync(process.execPath, args, { cwd: projectRoot, encoding: 'utf8' })
  assert.equal(output, `false ${'a'.repeat(32)}\n`)
})
