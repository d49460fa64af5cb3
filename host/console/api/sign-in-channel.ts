// Tells the tabs of the console that the operator has signed in again in another tab.

const name = 'signed-in-again'

export function announceSignIn() {
  const channel = new BroadcastChannel(name)
  channel.postMessage(null)
  channel.close()
}

/** Calls `act` after each, until the returned function is called. */
export function followSignIns(act: () => void): () => void {
  const channel = new BroadcastChannel(name)
  channel.onmessage = act
  return () => channel.close()
}
