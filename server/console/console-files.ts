// The console's page and its built files. Every address of a screen gets the page.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { fileSender } from '../http/send-static.ts'
import { ConsoleError } from './console-error.ts'

const safeName = /^[\w-]+(?:\.[\w-]+)*\.(js|css|svg)$/

export function mountConsoleFiles(app: Hono, { folder, now }: { folder: string; now(): Date }): void {
  const send = fileSender({ now })
  app.get('/assets/:name', async (context) => {
    const name = context.req.param('name')
    const bytes = safeName.test(name) ? await readFile(join(folder, 'assets', name)).catch(() => null) : null
    if (bytes === null) throw new ConsoleError('notFound')
    // Their names contain a hash of their content.
    context.header('Cache-Control', 'public, max-age=31536000, immutable')
    return send(context, bytes)
  })
  app.get('*', async (context) => {
    const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null)
    if (page === null) {
      throw new Error(
        `The console is not built: ${folder} has no page. In a clone run "npm run build". Otherwise install the package again.`,
      )
    }
    return context.html(page)
  })
}
