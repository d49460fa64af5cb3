// Sends and receives link messages for one window. A message is read only if its origin and its source match and the browser
// itself dispatched it (`isTrusted`).

export interface LinkChannel<Sent> {
  send(message: Sent): void
  close(): void
}

export interface ChannelOptions<Received> {
  /** The window on the other side. Called for each message, since a frame's window can be replaced. */
  peer: () => Window | null | undefined
  /** The only origin that messages are sent to and accepted from. */
  origin: string
  read: (data: unknown, ports: readonly MessagePort[]) => Received | null
  receive: (message: Received) => void
}

export function openChannel<Received, Sent>(options: ChannelOptions<Received>): LinkChannel<Sent> {
  const { peer, origin, read, receive } = options
  const listen = (event: MessageEvent) => {
    if (!event.isTrusted || event.origin !== origin || event.source === null || event.source !== peer()) return
    const message = read(event.data, event.ports)
    if (message !== null) receive(message)
  }
  window.addEventListener('message', listen)
  return {
    send: (message) => peer()?.postMessage(message, origin),
    close: () => window.removeEventListener('message', listen),
  }
}
