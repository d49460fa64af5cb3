// Sends and receives link messages for one window. Nothing is looked at before both its origin and its source are right, and
// nothing that a script made up: only the browser itself tells where a message comes from.

export interface LinkChannel<Sent> {
  send(message: Sent): void
  close(): void
}

export interface ChannelOptions<Received> {
  /** The window on the other side; asked anew for each message, since a frame's window comes and goes. */
  peer: () => Window | null | undefined
  /** The one origin that is spoken to and listened to. */
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
