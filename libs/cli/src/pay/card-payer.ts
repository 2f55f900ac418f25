import { Mppx, stripe } from 'mppx/client'
import { UnusableInput } from '../output.ts'
import { dollarsOf } from './spend-limit.ts'

/** Where the payer's own account makes tokens for its card. */
export type Processor = { readonly url: string; readonly secretKey: string }

const microsOfCent = 10_000n

/** Fetches, and pays by card what asks for a payment and costs no more than the limit, with the official client. */
export function cardPayer(
  processor: Processor,
  {
    paymentMethod = 'pm_card_visa',
    sendBy = fetch,
    limitMicros,
  }: {
    paymentMethod?: string | undefined
    sendBy?: typeof fetch | undefined
    limitMicros?: bigint | undefined
  } = {},
): typeof fetch {
  const client = Mppx.create({
    polyfill: false,
    fetch: sendBy,
    methods: [
      stripe.charge({
        paymentMethod,
        createToken: (wish) => {
          assertWithin(limitMicros, wish)
          return grantToken(processor, { ...wish, paymentMethod })
        },
      }),
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

function assertWithin(limitMicros: bigint | undefined, { amount, currency }: Omit<Wish, 'paymentMethod'>) {
  if (limitMicros === undefined) return
  if (currency === 'usd' && /^\d+$/.test(amount) && BigInt(amount) * microsOfCent <= limitMicros) return
  throw new UnusableInput(
    `The service asks for ${amount} cents of ${currency}, and the limit is ${dollarsOf(limitMicros)} dollars. Nothing was paid; --limit raises it.`,
  )
}

/** A token of the payer's own account at the processor, for this seller and this amount. */
async function grantToken(
  { url, secretKey }: Processor,
  { amount, currency, networkId, expiresAt, paymentMethod }: Wish,
): Promise<string> {
  const response = await fetch(`${url}/v1/test_helpers/shared_payment/granted_tokens`, {
    method: 'POST',
    redirect: 'error',
    headers: { authorization: `Bearer ${secretKey}` },
    body: new URLSearchParams({
      payment_method: paymentMethod,
      'usage_limits[currency]': currency,
      'usage_limits[max_amount]': amount,
      'usage_limits[expires_at]': String(expiresAt),
      'seller_details[network_id]': networkId ?? '',
    }),
  })
  const { id } = (await response.json()) as { id?: unknown }
  if (typeof id === 'string') return id
  throw new UnusableInput(`${url} made no token for the card: ${response.status}. Nothing was paid.`)
}
