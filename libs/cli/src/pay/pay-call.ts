import { setTimeout as pause } from 'node:timers/promises'
import { UnusableInput } from '../output.ts'
import type { PaidCall, PendingPayment } from './pending-payment.ts'

/** How a call ended; `unknown` where it may have been paid without an answer. */
export type PayOutcome =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly answer: Answer }
  | { readonly kind: 'unknown'; readonly detail: string }

export type Answer = { readonly status: number; readonly headers: Headers; readonly text: string }

/** Wraps a fetch with one that pays. */
export type PayBy = (sendBy: typeof fetch) => typeof fetch

const attemptMs = 60_000
/** How long a payment without an answer is sent again, and how often. */
const patience = { turns: 12, shortestMs: 1_000, longestMs: 10_000 }

/**
 * Makes a call and pays for it once. A payment is kept before it is sent; while its outcome is not known, the same payment is sent
 * again. Throws UnusableInput where nothing could be tried.
 */
export async function payCall(call: PaidCall, payBy: PayBy, pending: PendingPayment): Promise<PayOutcome> {
  let last = pending.read() === null ? await firstAnswer(call, payBy, pending) : null
  for (let turn = 0; ; turn += 1) {
    const payment = pending.read()
    if (last !== null && (payment === null || isForGood(last))) {
      const kind = last.status < 300 ? 'answered' : 'refused'
      return { kind, answer: last }
    }
    if (turn === patience.turns) break
    if (turn > 0 || last !== null) await pause(waitOf(last))
    last = await send(new Request(call.url, initOf(call, payment ?? {}))).catch(() => null)
  }
  const detail =
    last === null
      ? 'the service did not answer'
      : `the service answered ${last.status} ${errorOf(last.text).code ?? ''}`.trimEnd()
  return { kind: 'unknown', detail }
}

/** The answer to the call as the official client makes it; null where it was paid for and no answer came. */
async function firstAnswer(call: PaidCall, payBy: PayBy, pending: PendingPayment): Promise<Answer | null> {
  let last: Answer | null = null
  const sendBy: typeof fetch = async (input, init) => {
    const request = new Request(input, { ...init, redirect: 'error' })
    await pending.keep(request.headers)
    last = null
    last = await send(request)
    return new Response(last.text, { status: last.status, headers: last.headers })
  }
  try {
    await payBy(sendBy)(call.url, initOf(call, {}))
    return last
  } catch (error) {
    if (error instanceof UnusableInput) throw error
    const answer = last as Answer | null
    if (pending.read() !== null) return answer
    // The clients throw at a 402 that offers nothing to pay: what it says matters.
    if (answer !== null && !isChallenge(answer)) return answer
    throw new UnusableInput(`Nothing was paid. ${adviceOf(error as Error, call.url)}`)
  }
}

function initOf({ body, headers }: PaidCall, more: Readonly<Record<string, string>>): RequestInit {
  return {
    method: 'POST',
    body,
    redirect: 'error',
    headers: { 'content-type': 'application/json', ...headers, ...more },
  }
}

async function send(request: Request): Promise<Answer> {
  const response = await fetch(request, { signal: AbortSignal.timeout(attemptMs) })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

function isChallenge({ headers }: Answer): boolean {
  return headers.has('payment-required') || headers.has('www-authenticate')
}

/**
 * Whether nothing of a payment is under way after an answer: it was used for this answer, or for nothing. An answer counts where it is
 * the service's: a server before it knows nothing of payments.
 */
function isForGood({ status, text }: Answer): boolean {
  if (status < 300) return text.trimStart().startsWith('{')
  const { code, reason } = errorOf(text)
  if (code === undefined) return false
  if (status === 400 || status === 413 || status === 422) return true
  return status === 402 ? reason !== 'payment_unknown' : code === 'checker_error'
}

/** The members of an error of the service; none where something else answered. */
export function errorOf(text: string): {
  error?: string
  code?: string
  reason?: string
  remediation?: string
} {
  try {
    return JSON.parse(text) as object
  } catch {
    return {}
  }
}

function waitOf(answer: Answer | null): number {
  const seconds = Number(answer?.headers.get('retry-after') ?? Number.NaN)
  const wished = Number.isFinite(seconds) ? seconds * 1_000 : patience.shortestMs
  return Math.min(Math.max(wished, patience.shortestMs), patience.longestMs)
}

function adviceOf({ message, cause }: Error, url: string): string {
  if (message.includes('spendControls'))
    return `The service asks for more than the limit: ${message}. Raise it with --limit.`
  if (message.includes('filtered out by policies'))
    return 'The service asks for a payment that could be taken for more than an hour. Sign none for it.'
  if (message === 'fetch failed') {
    return `Cannot reach ${url}: ${cause instanceof Error ? cause.message : message}.`
  }
  return message
}
