import type { OtherDocument } from './dom.ts'

type PageRequest = {
  responseType: string
  timeout: number
  readonly status: number
  readonly responseURL: string
  readonly response: OtherDocument | null
  addEventListener(name: 'error' | 'load' | 'timeout', act: () => void): void
  open(method: string, address: string): void
  send(): void
}
declare const XMLHttpRequest: new () => PageRequest

const timeoutMs = 10_000

/**
 * Loads a page of the console without going there; null when it cannot be had, or when it leads elsewhere, as when the session has ended.
 * The browser parses it, so that no text becomes markup in a script.
 */
export function loadPage(address: string): Promise<OtherDocument | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const fail = () => resolve(null)
    request.open('GET', address)
    request.responseType = 'document'
    request.timeout = timeoutMs
    request.addEventListener('load', () => {
      const isThere = request.status === 200 && request.responseURL.split('#')[0] === address.split('#')[0]
      resolve(isThere ? request.response : null)
    })
    request.addEventListener('error', fail)
    request.addEventListener('timeout', fail)
    request.send()
  })
}
