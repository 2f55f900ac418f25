import { setTimeout as pause } from 'node:timers/promises'
import { buyPackByMpp, buyVerification } from '@outturn/contracts'
import type { RunningStripe } from '@outturn/local-servers'
import { type LocalChain, payerOf } from '@outturn/local-servers/payments'
import { Challenge, Credential } from 'mppx'

/** A call that was paid for, as it was answered. */
export interface PaidCall {
  /** What went wrong meanwhile. */
  fault: string
  text: string
  /** The answer to the same payment, sent once more. */
  again: string
  /** Answers on the way that no fault may cause. */
  wrongAnswers: readonly string[]
}

/** One that a wallet paid for, with what it had left of a dollar. */
export interface WalletCall extends PaidCall {
  leftMicros: bigint
}

const patienceMs = 90_000

/** Pays for a delivery with a new wallet and sends the same payment until it is answered; then once more. */
export async function paidCall(baseUrl: string, chain: LocalChain, fault: string): Promise<WalletCall> {
  const payer = payerOf()
  const { address } = payer.account
  await chain.fund(address, 1_000_000n)
  const client = new PersistentClient(baseUrl + buyVerification.http.path, {
    conditions: [
      {
        description: `Every row of ${fault} has email.`,
        deterministic_check: { checker: 'completeness', required_fields: ['email'] },
      },
    ],
    max_amount_cents: 100,
    evidence: { rows: [{ email: 'a@example.com' }] },
  })
  const unpaid = await client.send({}, 402)
  const payment = await payer.pay(unpaid.headers.get('payment-required') ?? '')
  const answers = await client.sendTwice({ 'payment-signature': payment }, 201)
  return { fault, ...answers, leftMicros: await chain.balanceOf(address) }
}

/** Buys a pack by card and sends the same payment until it is answered; then once more. */
export async function cardCall(
  baseUrl: string,
  stripe: RunningStripe,
  { apiKey, packCents, fault }: { apiKey: string; packCents: number; fault: string },
): Promise<PaidCall> {
  const client = new PersistentClient(baseUrl + buyPackByMpp.http.path, { pack_cents: packCents })
  const key = { 'x-api-key': apiKey }
  const unpaid = await client.send(key, 402)
  const challenge = Challenge.deserialize(unpaid.headers.get('www-authenticate') ?? '')
  const spt = stripe.grantToken({ amountCents: packCents })
  const authorization = Credential.serialize(Credential.from({ challenge, payload: { spt } }))
  return { fault, ...(await client.sendTwice({ ...key, authorization }, 202)) }
}

/** Sends one request again and again until it is answered as it has to be. */
class PersistentClient {
  readonly #url: string
  readonly #body: string
  readonly #wrongAnswers: string[] = []

  constructor(url: string, body: object) {
    this.#url = url
    this.#body = JSON.stringify(body)
  }

  async send(headers: Record<string, string>, wanted: number): Promise<Response> {
    const giveUpAt = Date.now() + patienceMs
    while (Date.now() < giveUpAt) {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: this.#body,
      }).catch(() => null)
      if (response?.status === wanted) return response
      if (response !== null && !(await saysComeBack(response)))
        this.#wrongAnswers.push(String(response.status))
      await pause(500)
    }
    throw new Error(`the payment was not answered: ${this.#wrongAnswers.join()}`)
  }

  async sendTwice(headers: Record<string, string>, wanted: number) {
    const text = await (await this.send(headers, wanted)).text()
    const again = await (await this.send(headers, wanted)).text()
    return { text, again, wrongAnswers: this.#wrongAnswers }
  }
}

/** The only refusals that a fault may show: come back, or it is not known yet whether the payment was made. */
async function saysComeBack(response: Response): Promise<boolean> {
  const { code, reason } = (await response.json()) as { code: string; reason?: string }
  return (
    code === 'configuration_unavailable' ||
    code === 'store_conflict' ||
    (code === 'payment_failed_x402' && reason === 'payment_unknown')
  )
}
