// Redeems every link code many times at once, over all server processes. One request succeeds, and the others get 410.
import { type ApiClient, networkIds, newLinkCode } from '../chaos/api-client.ts'
import type { Stage } from '../chaos/stage.ts'
import { inLanes, type Progress } from './in-lanes.ts'

export interface CodeFigures {
  codes: number
  redemptions: number
  winners: number
  refused: number
  milliseconds: number[]
  seconds: number
  breaches: string[]
}

const codesAtOnce = 6

export async function raceCodes(
  { apiUrls }: Stage,
  client: ApiClient,
  { codes, redemptions }: { codes: number; redemptions: number },
  progress: Progress,
): Promise<CodeFigures> {
  const breaches: string[] = []
  const milliseconds: number[] = []
  const sessions = new Set<string>()
  let refused = 0
  const begun = performance.now()
  const destination = { NetworkId: networkIds.base, Symbol: 'USDC', Address: `0x${'a7'.repeat(20)}` }

  async function raceOne(index: number): Promise<void> {
    const authCode = await newLinkCode(client, apiUrls[index % apiUrls.length] ?? '', destination)
    let winners = 0
    const redeem = async (at: number) => {
      const sentAt = performance.now()
      const url = `${apiUrls[at % apiUrls.length]}/api/v1/link/session`
      const sent = client.call('POST', url, { authCode }, {})
      const { status, body } = await sent.catch((error: Error) => ({ status: error.message, body: null }))
      milliseconds.push(performance.now() - sentAt)
      if (status === 200) {
        winners++
        sessions.add(String(body?.content?.sessionToken))
      } else if (status === 410) refused++
      else breaches.push(`a redemption of code ${index} returned ${status} ${body?.errorType ?? ''}`)
    }
    await Promise.all(Array.from({ length: redemptions }, (_, at) => redeem(at + index)))
    if (winners !== 1) breaches.push(`code ${index} was redeemed ${winners} times`)
    progress.step()
  }

  await inLanes(codes, codesAtOnce, raceOne)
  const seconds = (performance.now() - begun) / 1000
  if (sessions.size !== codes) breaches.push(`${codes} codes opened ${sessions.size} sessions`)
  return { codes, redemptions: codes * redemptions, winners: sessions.size, refused, milliseconds, seconds, breaches }
}
