import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { callOf, type FaultyCall, type Places } from './api-calls.ts'
import { type CheckoutSession, CheckoutSessions } from './checkout-sessions.ts'
import { ConnectedAccounts } from './connected-accounts.ts'
import { readForm } from './form-body.ts'
import { freePort, isPortFree } from '../free-port.ts'
import { keep, type KeptState, readKept } from './kept-state.ts'
import type { PageAnswer } from './pages.ts'
import { type PaymentIntent, PaymentIntents } from './payment-intents.ts'
import { RememberedAnswers } from './remembered-answers.ts'
import { Reversals } from './reversals.ts'
import { invalidRequest, StripeError } from './stripe-error.ts'
import { visit } from './visits.ts'

/**
 * What befalls a call: its connection ends before or after its effect; it is answered with an error that is
 * remembered as its answer, before or after the effect; or its answer waits until it is released.
 */
export type StripeFault = 'lost_before' | 'lost_after' | 'error_before' | 'error_after' | 'held_after'

export type RunningStripe = {
  readonly url: string
  readonly secretKey: string
  readonly networkId: string
  /** Every payment intent there is. */
  intents(): readonly PaymentIntent[]
  /** Every checkout session there is. */
  sessions(): readonly CheckoutSession[]
  /** A token for a card, as a payer's account makes it: `pm_card_visa` pays, `pm_card_chargeDeclined` does not. */
  grantToken(wish: { amountCents: number; paymentMethod?: string; networkId?: string }): string
  /** Faults of the next calls that charge, one each, in this order. */
  failNext(...faults: readonly StripeFault[]): void
  /** The same of another call. */
  failNextCall(call: FaultyCall, ...faults: readonly StripeFault[]): void
  /** Lets held answers go. */
  release(): void
  /** Ends what an intent holds, as the processor does when its time is over. */
  lapse(intentId: string): void
  /** Changes until when what an intent holds can be captured. */
  holdUntil(intentId: string, at: Date): void
  /** Takes from an account what it needs to be paid. */
  restrict(accountId: string): void
  /** Sends money of an intent back to its card, all that is left without an amount; the id of the refund. */
  refund(intentId: string, cents?: number): string
  /** The holder of the card disputes an intent; the id of the dispute. */
  dispute(intentId: string): string
  decideDispute(disputeId: string, status: 'won' | 'lost'): void
  stop(): Promise<void>
}

/**
 * Starts a server on loopback that charges cards as the Stripe API does, as far as this product needs it: payment intents that
 * charge at once or hold, checkout sessions and account links with their pages, idempotency keys, search by metadata. No money moves.
 */
export async function startStripe({
  port,
  stateFile,
  secretKey = `sk_test_${randomBytes(12).toString('hex')}`,
}: {
  port?: number
  /** Where everything is kept for the next server; without it all ends with this one. */
  stateFile?: string
  /** What callers authenticate by; a new one by default. */
  secretKey?: string
} = {}): Promise<RunningStripe> {
  const networkId = `profile_test_${randomBytes(6).toString('hex')}`
  const kept = readKept(stateFile)
  const accounts = new ConnectedAccounts(kept.accounts)
  const intents = new PaymentIntents(networkId, accounts, kept.intents)
  const sessions = new CheckoutSessions(intents, kept.sessions)
  const reversals = new Reversals(intents, kept.refunds, kept.disputes)
  const places: Places = { accounts, intents, sessions, reversals }
  const remembered = new RememberedAnswers()
  const faults = new Map<FaultyCall, StripeFault[]>()
  const held: (() => void)[] = []
  let origin = ''

  function failNextCall(call: FaultyCall, ...next: readonly StripeFault[]): void {
    faults.set(call, [...(faults.get(call) ?? []), ...next])
  }

  function keepAll(): void {
    keep(stateFile, {
      port: Number(new URL(origin).port),
      intents: intents.all(),
      sessions: sessions.all(),
      accounts: accounts.all(),
      refunds: reversals.refunds(),
      disputes: reversals.disputes(),
    })
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const method = request.method ?? 'GET'
    const url = new URL(request.url ?? '/', 'http://stripe.invalid')
    if (!url.pathname.startsWith('/v1/')) {
      const page = visit(places, method, url.pathname, readForm(body))
      if (method === 'POST') keepAll()
      return showPage(response, page)
    }
    const call = callOf(method, url)
    const fault = call === null || call.name === null ? undefined : faults.get(call.name)?.shift()
    if (fault === 'lost_before') return void request.socket.destroy()
    const key = method === 'POST' ? headerOf(request, 'idempotency-key') : undefined
    const account = headerOf(request, 'stripe-account') ?? null
    const answer = answerOf(() => {
      assertAuthorized(request, secretKey)
      return remembered.answer(key, `${method} ${url.pathname}\n${body}`, () => {
        if (fault === 'error_before') return failure()
        const done = answerOf(() => {
          if (call === null) {
            throw invalidRequest(`Unrecognized request URL (${method}: ${url.pathname}).`, 'url_invalid', 404)
          }
          return { status: 200, body: JSON.stringify(call.run(places, body, { origin, account })) }
        })
        return fault === 'error_after' ? failure() : done
      })
    })
    if (method === 'POST') keepAll()
    if (fault === 'lost_after') return void request.socket.destroy()
    if (fault === 'held_after') await new Promise<void>((resolve) => held.push(resolve))
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      ...('isReplayed' in answer && answer.isReplayed && { 'idempotent-replayed': 'true' }),
    })
    response.end(answer.body)
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  const listensOn = port ?? (stateFile === undefined ? 0 : await portOf(kept))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(listensOn, '127.0.0.1', resolve)
  })
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: origin,
    secretKey,
    networkId,
    intents: () => intents.all(),
    sessions: () => sessions.all(),
    grantToken: ({ amountCents, paymentMethod = 'pm_card_visa', networkId: seller = networkId }) =>
      intents.grantToken({
        payment_method: paymentMethod,
        usage_limits: {
          currency: 'usd',
          max_amount: String(amountCents),
          expires_at: String(Math.floor(Date.now() / 1_000) + 3_600),
        },
        seller_details: { network_id: seller },
      }).id,
    failNext: (...next) => failNextCall('charge', ...next),
    failNextCall,
    lapse: (intentId) => intents.lapse(intentId),
    holdUntil: (intentId, at) => intents.holdUntil(intentId, at),
    restrict: (accountId) => accounts.restrict(accountId),
    refund: (intentId, cents) =>
      reversals.refund({ payment_intent: intentId, ...(cents !== undefined && { amount: String(cents) }) })
        .id,
    dispute: (intentId) => reversals.dispute(intentId).id,
    decideDispute: (disputeId, status) => reversals.decide(disputeId, status),
    release: () => {
      for (const go of held.splice(0)) go()
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** That of the server before, whose pages are open in browsers; another one where a program has taken it. */
async function portOf({ port }: KeptState): Promise<number> {
  return port !== null && (await isPortFree(port)) ? port : freePort()
}

function showPage(response: ServerResponse, page: PageAnswer | null): void {
  if (page === null) {
    response.writeHead(404).end()
    return
  }
  if ('location' in page) {
    response.writeHead(303, { location: page.location }).end()
    return
  }
  response.writeHead(page.status, { 'content-type': 'text/html; charset=utf-8' }).end(page.html)
}

/** What `work` answers, or the error that it throws as an answer. */
function answerOf<Answer>(work: () => Answer): Answer | { status: number; body: string } {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    return { status: error.status, body: JSON.stringify(error.body) }
  }
}

function failure(): { status: number; body: string } {
  const error = { type: 'api_error', message: 'An unexpected error occurred.' }
  return { status: 500, body: JSON.stringify({ error }) }
}

function assertAuthorized(request: IncomingMessage, secretKey: string): void {
  if (headerOf(request, 'authorization') === `Bearer ${secretKey}`) return
  throw new StripeError(401, { type: 'invalid_request_error', message: 'Invalid API key provided.' })
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}
