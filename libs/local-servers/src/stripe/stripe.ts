import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { readForm } from './form-body.ts'
import { type PaymentIntent, PaymentIntents } from './payment-intents.ts'
import { RememberedAnswers } from './remembered-answers.ts'
import { invalidRequest, StripeError } from './stripe-error.ts'

/**
 * What befalls a call that charges: its connection ends before or after the charge; it is answered with an error that is
 * remembered as its answer, before or after the charge; or its answer waits until it is released.
 */
export type StripeFault = 'lost_before' | 'lost_after' | 'error_before' | 'error_after' | 'held_after'

export type RunningStripe = {
  readonly url: string
  readonly secretKey: string
  readonly networkId: string
  /** Every payment intent there is. */
  intents(): readonly PaymentIntent[]
  /** A token for a card, as a payer's account makes it: `pm_card_visa` pays, `pm_card_chargeDeclined` does not. */
  grantToken(wish: { amountCents: number; paymentMethod?: string; networkId?: string }): string
  /** Faults of the next calls that charge, one each, in this order. */
  failNext(...faults: readonly StripeFault[]): void
  /** Lets held answers go. */
  release(): void
  stop(): Promise<void>
}

/**
 * Starts a server on loopback that charges cards as the Stripe API does, as far as payment intents go: tokens of payers,
 * confirmation at once, idempotency keys, search by metadata. No money moves.
 */
export async function startStripe({ port = 0 }: { port?: number } = {}): Promise<RunningStripe> {
  const secretKey = `sk_test_${randomBytes(12).toString('hex')}`
  const networkId = `profile_test_${randomBytes(6).toString('hex')}`
  const intents = new PaymentIntents(networkId)
  const remembered = new RememberedAnswers()
  const faults: StripeFault[] = []
  const held: (() => void)[] = []

  function resultOf(method: string, url: URL, body: string): object {
    const path = url.pathname.replace(/^\/v1\//, '')
    const [, id = '', action] = /^payment_intents\/(\w+)(\/cancel)?$/.exec(path) ?? []
    if (method === 'GET' && path === 'payment_intents/search') {
      const data = intents.search(url.searchParams.get('query') ?? '')
      return { object: 'search_result', data, has_more: false, url: '/v1/payment_intents/search' }
    }
    if (method === 'GET' && id !== '') return intents.retrieve(id)
    if (method === 'POST' && action !== undefined) return intents.cancel(id)
    if (method === 'POST' && path === 'payment_intents') return intents.create(readForm(body))
    if (method === 'POST' && path === 'test_helpers/shared_payment/granted_tokens') {
      return intents.grantToken(readForm(body))
    }
    throw invalidRequest(`Unrecognized request URL (${method}: ${url.pathname}).`, 'url_invalid', 404)
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const method = request.method ?? 'GET'
    const url = new URL(request.url ?? '/', 'http://stripe.invalid')
    const isCharge = method === 'POST' && url.pathname === '/v1/payment_intents'
    const fault = isCharge ? faults.shift() : undefined
    if (fault === 'lost_before') return void request.socket.destroy()
    const key = method === 'POST' ? headerOf(request, 'idempotency-key') : undefined
    const answer = answerOf(() => {
      assertAuthorized(request, secretKey)
      return remembered.answer(key, `${method} ${url.pathname}\n${body}`, () => {
        if (fault === 'error_before') return failure()
        const done = answerOf(() => ({ status: 200, body: JSON.stringify(resultOf(method, url, body)) }))
        return fault === 'error_after' ? failure() : done
      })
    })
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
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secretKey,
    networkId,
    intents: () => intents.all(),
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
    failNext: (...next) => void faults.push(...next),
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
