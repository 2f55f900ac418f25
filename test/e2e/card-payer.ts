import { cardPayer as payerAt } from '@outturn/cli/card-payer'
import { inject } from 'vitest'

const processor = inject('processor')

/** Fetches, and pays by card what asks for a payment, at the processor of the system under test. */
export function cardPayer(card: Parameters<typeof payerAt>[1] = {}): typeof fetch {
  return payerAt(processor, card)
}

/** What the processor took for an account, in cents. */
export async function takenFrom(accountId: string): Promise<number> {
  const query = new URLSearchParams({ query: `metadata['account_id']:'${accountId}'` })
  const response = await fetch(`${processor.url}/v1/payment_intents/search?${query}`, {
    headers: { authorization: `Bearer ${processor.secretKey}` },
  })
  const { data } = (await response.json()) as { data: { amount_received: number }[] }
  return data.reduce((sum, { amount_received: received }) => sum + received, 0)
}
