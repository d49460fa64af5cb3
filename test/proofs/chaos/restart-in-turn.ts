// A rolling restart, as a deployment does it: the new process is started before an old one is stopped, one after another.
import type { Stage } from './stage.ts'
import type { Ending, Victim } from './victim.ts'

/** All servers except the last run at the start. Returns how each of the old processes ended. */
export async function restartInTurn({ servers }: Stage, times: number): Promise<Ending[]> {
  const endings: Ending[] = []
  for (let turn = 0; turn < times; turn++) {
    const fresh = servers.at(turn - 1) ?? (servers[0] as Victim)
    const old = servers[turn % servers.length] as Victim
    await fresh.start()
    const ending = await old.stop()
    if (ending !== null) endings.push(ending)
  }
  return endings
}
