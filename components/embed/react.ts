'use client'
// For React 18 and newer. Importing this works on a server: the element is loaded in the browser, when it is shown or a link is
// opened.

import {
  createElement,
  type DetailedHTMLProps,
  forwardRef,
  type HTMLAttributes,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createLinkConnection, type LinkConnection, type LinkConnectionOptions } from './create-link-connection.ts'
import type { ElementProperties, ElementProps } from './element-props.ts'
import type { TransferLink as TransferLinkElement, TransferLinkEvents } from './transfer-link.ts'

/**
 * `createLinkConnection` for a component: the callbacks of the latest render are called, and a link that is still open when the
 * component goes is closed.
 */
export function useLinkConnection(options: LinkConnectionOptions): LinkConnection {
  const newest = useLatest(options)
  const opened = useRef<LinkConnection | null>(null)
  const connection = useMemo<LinkConnection>(() => {
    const closePopup = () => opened.current?.closePopup()
    return {
      closePopup,
      openPopup(url) {
        const before = opened.current
        closePopup()
        // Whoever heard of that end may have opened another one.
        if (opened.current !== before) return
        opened.current = createLinkConnection({
          ...newest.current,
          onBrokerConnected: (authData) => newest.current.onBrokerConnected?.(authData),
          onTransferFinished: (data) => newest.current.onTransferFinished?.(data),
          onEvent: (event) => newest.current.onEvent?.(event),
          onExit: (error, summary) => newest.current.onExit?.(error, summary),
        })
        opened.current.openPopup(url)
      },
    }
  }, [newest])
  useEffect(() => connection.closePopup, [connection])
  return connection
}

export interface TransferLinkProps
  extends ElementProperties,
    Pick<LinkConnectionOptions, 'onBrokerConnected' | 'onTransferFinished' | 'onEvent' | 'onExit'>,
    Pick<HTMLAttributes<TransferLinkElement>, 'id' | 'className' | 'style' | 'children'> {
  /** The user wants to leave: `event.preventDefault()` lets nobody. */
  onCloseRequest?: (event: TransferLinkEvents['closeRequest']) => void
}

/**
 * `<transfer-link>` as a component. A link opens when `url` is set, and closes when it is null again. Its ref is the element,
 * which can do what it can once its code is there: `customElements.whenDefined('transfer-link')`.
 */
export const TransferLink = forwardRef<TransferLinkElement, TransferLinkProps>(function TransferLink(props, ref) {
  const { id, className, style, children, ...others } = props
  const { onBrokerConnected, onTransferFinished, onEvent, onCloseRequest, onExit, ...properties } = others
  const elementRef = useRef<TransferLinkElement>(null)
  const [isLoaded, setLoaded] = useState(false)
  const newest = useLatest(props)
  useImperativeHandle(ref, () => elementRef.current as TransferLinkElement, [])

  useEffect(() => {
    let isThere = true
    import('./transfer-link.ts').then(() => isThere && setLoaded(true))
    return () => {
      isThere = false
    }
  }, [])
  useEffect(() => {
    const element = elementRef.current
    if (element === null) return
    const listeners: { [Name in keyof TransferLinkEvents]: (event: TransferLinkEvents[Name]) => void } = {
      brokerConnected: ({ detail }) => newest.current.onBrokerConnected?.(detail),
      transferFinished: ({ detail }) => newest.current.onTransferFinished?.(detail),
      linkEvent: ({ detail }) => newest.current.onEvent?.(detail),
      closeRequest: (event) => newest.current.onCloseRequest?.(event),
      exit: ({ detail }) => newest.current.onExit?.(detail.error, detail.summary),
    }
    const added = Object.entries(listeners) as [string, EventListener][]
    for (const [name, listener] of added) element.addEventListener(name, listener)
    return () => {
      // Its end is told while somebody listens. Before its code is loaded the element can do nothing yet.
      if (customElements.get('transfer-link')) element.closePopup()
      for (const [name, listener] of added) element.removeEventListener(name, listener)
    }
  }, [newest])
  // `url` last: what it opens reads the others.
  const { url, ...rest } = properties
  useEffect(() => {
    const properties = Object.entries(rest).filter(([, value]) => value !== undefined)
    if (isLoaded) Object.assign(elementRef.current ?? {}, Object.fromEntries(properties))
  })
  useEffect(() => {
    if (isLoaded && elementRef.current && url !== undefined) elementRef.current.url = url
  }, [isLoaded, url])
  return createElement('transfer-link', { ref: elementRef, id, class: className, style }, children)
})

function useLatest<Value>(value: Value): { readonly current: Value } {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}

/** What `<transfer-link>` itself takes in JSX, from React 19 on. */
export type TransferLinkAttributes = DetailedHTMLProps<HTMLAttributes<TransferLinkElement>, TransferLinkElement> &
  ElementProps<'on'>

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'transfer-link': TransferLinkAttributes
    }
  }
}
