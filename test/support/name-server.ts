// A DNS server on a port of this machine.
import { createSocket } from 'node:dgram'

const [typeA, typeAaaa] = [1, 28]
const [noError, nameError] = [0, 3]

export interface NameServer {
  /** For `Resolver.setServers`. */
  address: string
  /** The queries that it received, as `A shop.test`. */
  queries: string[]
  close(): Promise<void>
}

/** The addresses for a query such as `A shop.test`. `silent`: the query gets no response. Undefined: the name does not exist. */
export type Answer = (query: string) => readonly string[] | 'silent' | undefined

export async function startNameServer(answerTo: Answer): Promise<NameServer> {
  const queries: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const { name, type, question } = questionOf(message)
    const query = `${type === typeA ? 'A' : type === typeAaaa ? 'AAAA' : type} ${name}`
    queries.push(query)
    const answer = answerTo(query)
    if (answer === 'silent') return
    const records = (answer ?? []).map((each) => recordOf(type, each))
    const header = Buffer.alloc(12)
    message.copy(header, 0, 0, 2)
    header.writeUInt16BE(0x8180 | (answer === undefined ? nameError : noError), 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(records.length, 6)
    socket.send(Buffer.concat([header, question, ...records]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    queries,
    close: () => new Promise((resolve) => socket.close(resolve)),
  }
}

function questionOf(message: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  // Resolvers may vary the case of a query.
  return {
    name: labels.join('.').toLowerCase(),
    type: message.readUInt16BE(at + 1),
    question: message.subarray(12, at + 5),
  }
}

/** For the name of the question. The time to live is one second. */
function recordOf(type: number, address: string): Buffer {
  const data =
    type === typeA
      ? Buffer.from(address.split('.').map(Number))
      : // Only addresses without `::`.
        Buffer.from(address.split(':').flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]))
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 1, 0, data.length])
  return Buffer.concat([head, data])
}
