// A receiver of webhooks that is killed at random. It responds when the journal has the event on disk.
import { fsyncSync, openSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { ReceivedEvent } from './receivers.ts'

/** Long enough for a kill to hit the receiver or the sender during a request. */
const longestMs = 100

const journal = openSync(process.env.JOURNAL_FILE ?? '', 'a')
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  await pause(Math.random() * longestMs)
  const { id, type, data } = JSON.parse(body)
  const { transferId, sequence, eventHash } = data
  const event: ReceivedEvent = { id, type, transferId, sequence, eventHash }
  writeSync(journal, `${JSON.stringify(event)}\n`)
  fsyncSync(journal)
  response.writeHead(204).end()
})
server.listen(Number(process.env.RECEIVER_PORT), '127.0.0.1', () => process.send?.({ type: 'ready' }))
process.on('disconnect', () => process.exit())
