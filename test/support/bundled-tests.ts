// Bundles the component tests once for Web Test Runner, which would otherwise transform and serve each module for each file.
import { join } from 'node:path'
import type { TestRunnerPlugin } from '@web/test-runner'
import { build, type Rolldown } from 'vite'
import { projectRoot } from '../../scripts/command.ts'

/** `files` are paths below the project. Lit is bundled as for production, without its development mode. */
export function bundledTests(files: string[]): TestRunnerPlugin {
  let served = new Map<string, string>()
  return {
    name: 'bundled-tests',
    async serverStart() {
      served = await bundleTests(files)
    },
    serve({ path }) {
      const body = served.get(path.replace(/\.ts$/, '.js'))
      return body === undefined ? undefined : { body, type: path.endsWith('.map') ? 'json' : 'js' }
    },
  }
}

/** The bundle's files by their URL path. A test has `.js` there, while the runner requests it with `.ts`. */
async function bundleTests(files: string[]): Promise<Map<string, string>> {
  const { output } = (await build({
    root: projectRoot,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    define: { 'process.env.TEST_LENGTH': JSON.stringify(process.env.TEST_LENGTH ?? 'full') },
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      modulePreload: false,
      sourcemap: true,
      reportCompressedSize: false,
      rolldownOptions: {
        input: Object.fromEntries(files.map((file) => [file.replace(/\.ts$/, ''), join(projectRoot, file)])),
        external: /^\/__web-dev-server/,
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'test/chunks/[name]-[hash].js',
          // The wallet screens replace screens of the core flow, so the core flow must run first, however files share chunks.
          strictExecutionOrder: true,
        },
      },
    },
  })) as Rolldown.RolldownOutput
  return new Map(
    output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source.toString()]),
  )
}
