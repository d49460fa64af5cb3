// A self-signed certificate with its key, in PEM. It is generated, so that no key lies in the project.
import { generateKeyPairSync, sign } from 'node:crypto'

const ecdsaWithSha256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
const commonNameId = der(0x06, Buffer.from('550403', 'hex'))
const subjectAltNameId = der(0x06, Buffer.from('551d11', 'hex'))

interface Names {
  dns?: string[]
  /** IPv4. */
  addresses?: string[]
  /** The last day of its validity. */
  until?: Date
}

export function selfSigned({ dns = [], addresses = [], until = new Date('2049-01-01') }: Names) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(commonNameId, der(0x0c, Buffer.from('Test receiver')))))
  const altNames = sequence(
    ...dns.map((each) => der(0x82, Buffer.from(each))),
    ...addresses.map((each) => der(0x87, Buffer.from(each.split('.').map(Number)))),
  )
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(time(new Date('2020-01-01')), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(subjectAltNameId, der(0x04, altNames)))),
  )
  const signature = sign('sha256', content, privateKey)
  const whole = sequence(content, ecdsaWithSha256, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts))
}

function time(date: Date): Buffer {
  return der(
    0x17,
    Buffer.from(
      `${date
        .toISOString()
        .replace(/[-:T]|\.\d+/g, '')
        .slice(2)}`,
    ),
  )
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
