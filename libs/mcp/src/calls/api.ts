import type { Endpoint } from '@outturn/contracts'

/** One request of the interface. `actAs` is the credential of the call; without one that of the connection counts. */
export type ApiRequest = {
  readonly method: Endpoint['method']
  /** With its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly actAs?: string
  /** Whether the operation counts against a quota. */
  readonly isRateLimited: boolean
}

export type ApiAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
}

/** Sends one request of the interface, in this process or over HTTP. */
export type SendRequest = (request: ApiRequest) => Promise<ApiAnswer>

/** Who calls, as far as the connection says it: which tools there are depends on it. */
export type Caller =
  | { readonly kind: 'account'; readonly scope: string }
  /** `isInvited`: to one Spool, for which it may do what a counterparty key may. */
  | { readonly kind: 'sandbox'; readonly isInvited: boolean }
  /** It carries a credential that has not been looked at. */
  | { readonly kind: 'unread' }
  | { readonly kind: 'anonymous' }
