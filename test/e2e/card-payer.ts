import { Mppx, stripe } from 'mppx/client'
import { inject } from 'vitest'

const processor = inject('processor')

/** Fetches, and pays what asks for a payment, as an agent with a card does: with the official client. */
export function cardPayer({ paymentMethod = 'pm_card_visa', sendBy = fetch } = {}): typeof fetch {
  const client = Mppx.create({
    polyfill: false,
    fetch: sendBy,
    methods: [
      stripe.charge({ paymentMethod, createToken: (wish) => grantToken({ ...wish, paymentMethod }) }),
    ],
  })
  return client.fetch
}

type Wish = {
  amount: string
  currency: string
  networkId?: string | undefined
  expiresAt: number
  paymentMethod: string
}

/** A token of the payer's own account at the processor, for this seller and this amount. */
async function grantToken({ amount, currency, networkId, expiresAt, paymentMethod }: Wish): Promise<string> {
  const response = await fetch(`${processor.url}/v1/test_helpers/shared_payment/granted_tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${processor.secretKey}` },
    body: new URLSearchParams({
      payment_method: paymentMethod,
      'usage_limits[currency]': currency,
      'usage_limits[max_amount]': amount,
      'usage_limits[expires_at]': String(expiresAt),
      'seller_details[network_id]': networkId ?? '',
    }),
  })
  return ((await response.json()) as { id: string }).id
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
