import { setTimeout as pause } from 'node:timers/promises'
import { buyVerification } from '@outturn/contracts'
import { type LocalChain, payerOf } from '@outturn/local-servers/payments'
import type { FailPoint } from '@outturn/service'

/** A call that was paid for, as it was answered, and what its wallet had left of a dollar. */
export interface PaidCall {
  point: FailPoint
  text: string
  /** The answer to the same payment, sent once more. */
  again: string
  leftMicros: bigint
  /** Answers on the way that no fault may cause. */
  wrongAnswers: readonly string[]
}

const patienceMs = 90_000

/** Pays for a delivery with a new wallet and sends the same payment until it is answered; then once more. */
export async function paidCall(baseUrl: string, chain: LocalChain, point: FailPoint): Promise<PaidCall> {
  const payer = payerOf()
  const { address } = payer.account
  await chain.fund(address, 1_000_000n)
  const body = JSON.stringify({
    conditions: [
      {
        description: `Every row of ${point} has email.`,
        deterministic_check: { checker: 'completeness', required_fields: ['email'] },
      },
    ],
    max_amount_cents: 100,
    evidence: { rows: [{ email: 'a@example.com' }] },
  })
  const wrongAnswers: string[] = []
  const send = async (headers: Record<string, string>, wanted: number) => {
    const giveUpAt = Date.now() + patienceMs
    while (Date.now() < giveUpAt) {
      const response = await fetch(baseUrl + buyVerification.http.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      }).catch(() => null)
      if (response?.status === wanted) return response
      if (response !== null && !(await saysComeBack(response))) wrongAnswers.push(String(response.status))
      await pause(500)
    }
    throw new Error(`the payment of ${point} was not answered: ${wrongAnswers.join()}`)
  }
  const unpaid = await send({}, 402)
  const payment = await payer.pay(unpaid.headers.get('payment-required') ?? '')
  const paid = () => send({ 'payment-signature': payment }, 201).then((response) => response.text())
  const text = await paid()
  return { point, text, again: await paid(), leftMicros: await chain.balanceOf(address), wrongAnswers }
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
