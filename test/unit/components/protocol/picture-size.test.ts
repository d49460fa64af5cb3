import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanIcon } from '../../../../components/protocol/wallet-messages.ts'

const address = (kind: string, bytes: number[] | Buffer) =>
  `data:image/${kind};base64,${Buffer.from(bytes).toString('base64')}`
const text = (letters: string) => [...letters].map((letter) => letter.charCodeAt(0))
const big = (pixels: number) => [pixels >> 8, pixels & 255]
const little = (pixels: number) => [pixels & 255, pixels >> 8]

const heads: Record<string, (width: number, height: number) => number[]> = {
  png: (width, height) => [
    ...[0x89, ...text('PNG\r\n\x1a\n'), 0, 0, 0, 13, ...text('IHDR')],
    ...[0, 0, ...big(width), 0, 0, ...big(height), 8, 6, 0, 0, 0],
  ],
  gif: (width, height) => [...text('GIF89a'), ...little(width), ...little(height), 0, 0, 0],
  jpeg: (width, height) => [
    ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2],
    // A table, whose number is among those of frames.
    ...[0xff, 0xc4, 0, 3, 9],
    ...[0xff, 0xc2, 0, 11, 8, ...big(height), ...big(width), 1, 1, 0x11, 0],
  ],
  webp: (width, height) => [
    ...[...text('RIFF'), 0, 0, 0, 0, ...text('WEBPVP8 '), 0, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a],
    ...[...little(width), ...little(height)],
  ],
  'webp, extended': (width, height) => [
    ...[...text('RIFF'), 0, 0, 0, 0, ...text('WEBPVP8X'), 10, 0, 0, 0, 0, 0, 0, 0],
    ...[...little(width - 1), 0, ...little(height - 1), 0, 0],
  ],
  'webp, lossless': (width, height) => {
    const packed = (width - 1) | ((height - 1) << 14)
    return [
      ...[...text('RIFF'), 0, 0, 0, 0, ...text('WEBPVP8L'), 0, 0, 0, 0, 0x2f],
      ...[0, 8, 16, 24].map((shift) => (packed >>> shift) & 255),
    ]
  },
}

for (const [kind, head] of Object.entries(heads)) {
  const icon = (width: number, height: number) => address(kind.split(',')[0] ?? '', head(width, height))

  test(`${kind}: an icon is accepted, one of too many pixels is not`, () => {
    for (const [width, height] of [
      [1, 1],
      [96, 96],
      [1024, 1024],
    ] as const)
      assert.equal(cleanIcon(icon(width, height)), icon(width, height))
    for (const [width, height] of [
      [1025, 10],
      [10, 1025],
      [16_000, 16_000],
    ] as const)
      assert.equal(cleanIcon(icon(width, height)), '')
  })

  test(`${kind}: a truncated one is not accepted`, () => {
    const whole = head(96, 96)
    for (let length = 0; length < whole.length - 12; length++)
      assert.equal(cleanIcon(address(kind.split(',')[0] ?? '', whole.slice(0, length))), '')
  })
}

test('no SVG is drawn, whatever it calls itself', () => {
  const uses = '<use href="#a"/>'.repeat(10)
  const bomb = `<svg xmlns="http://www.w3.org/2000/svg"><g id="a"/><g id="b">${uses}</g></svg>`
  const encoded = Buffer.from(bomb).toString('base64')
  for (const start of ['data:image/svg+xml', 'data:image/png', 'data:image/SVG+XML', 'data:image/png,image/svg+xml'])
    for (const icon of [`${start};base64,${encoded}`, `${start},${encodeURIComponent(bomb)}`, `${start};utf8,${bomb}`])
      assert.equal(cleanIcon(icon), '', icon.slice(0, 60))
})

test('only a picture in a data URL is accepted, and none of 64 KB', () => {
  const png = heads.png?.(96, 96) ?? []
  assert.equal(cleanIcon('https://wallet.example/icon.png'), '')
  assert.equal(cleanIcon(address('png', Buffer.concat([Buffer.from(png), Buffer.alloc(50_000)]))), '')
  assert.equal(cleanIcon(null), '')
  assert.equal(cleanIcon({}), '')
})
