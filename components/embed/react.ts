'use client'
// For React 18 and newer. Importing this module works on a server: the element is loaded in the browser, when the component is
// rendered or a link is opened.

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
 * `createLinkConnection` as a hook. Calls the callbacks of the latest render, and closes an open link when the component
 * unmounts.
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
        // A listener of that exit may have opened another link.
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
  /** The user wants to leave. `event.preventDefault()` keeps the link open. */
  onCloseRequest?: (event: TransferLinkEvents['closeRequest']) => void
}

/**
 * `<transfer-link>` as a component. A link opens when `url` is set, and closes when `url` is null again. The ref is the element.
 * Its methods work once `customElements.whenDefined('transfer-link')` resolves.
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
      // Closes while the listeners are still attached. An element whose code is not loaded has no methods yet.
      if (customElements.get('transfer-link')) element.closePopup()
      for (const [name, listener] of added) element.removeEventListener(name, listener)
    }
  }, [newest])
  // `url` last: opening a link reads the other properties.
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

/** The props of `<transfer-link>` in JSX, from React 19 on. */
export type TransferLinkAttributes = DetailedHTMLProps<HTMLAttributes<TransferLinkElement>, TransferLinkElement> &
  ElementProps<'on'>

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'transfer-link': TransferLinkAttributes
    }
  }
}
