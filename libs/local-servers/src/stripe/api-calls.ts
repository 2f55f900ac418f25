import type { CheckoutSessions } from './checkout-sessions.ts'
import type { ConnectedAccounts } from './connected-accounts.ts'
import { type Form, formAt, readForm, textAt } from './form-body.ts'
import { listedPage } from './listed-page.ts'
import type { PaymentIntent, PaymentIntents } from './payment-intents.ts'
import type { Reversals } from './reversals.ts'
import { invalidRequest } from './stripe-error.ts'

/** What the server has: intents, what was given back of them, sessions and accounts. */
export type Places = {
  readonly intents: PaymentIntents
  readonly sessions: CheckoutSessions
  readonly accounts: ConnectedAccounts
  readonly reversals: Reversals
}

/** A call whose fault can be ordered. */
export type FaultyCall = 'charge' | 'capture' | 'cancel' | 'checkout' | 'expire' | 'account' | 'account_link'

/** Where the server is, and for whom it is asked. */
type Caller = Pick<Asked, 'origin' | 'account'>

type Call = {
  readonly method: 'GET' | 'POST'
  /** Its first group is the id that the call is about. */
  readonly path: RegExp
  readonly name?: FaultyCall
  answer(places: Places, request: Asked): object
}

/** What a call is asked with. */
type Asked = {
  readonly id: string
  readonly form: Form
  readonly query: URLSearchParams
  readonly origin: string
  /** The connected account in whose name the caller asks; null for the account of the platform. */
  readonly account: string | null
}

const calls: readonly Call[] = [
  {
    method: 'GET',
    path: /^payment_intents\/search$/,
    answer: ({ intents }, { query }) => ({
      object: 'search_result',
      data: intents.search(query.get('query') ?? ''),
      has_more: false,
      url: '/v1/payment_intents/search',
    }),
  },
  {
    method: 'GET',
    path: /^payment_intents$/,
    answer: ({ intents }, { query }) => ({ ...listedPage(intents.all(), query), url: '/v1/payment_intents' }),
  },
  {
    method: 'GET',
    path: /^payment_intents\/(\w+)$/,
    answer: ({ intents }, { id, query }) => expanded(intents.retrieve(id), readForm(query.toString())),
  },
  {
    method: 'POST',
    path: /^payment_intents$/,
    name: 'charge',
    answer: ({ intents }, { form, origin }) => expanded(intents.create(form, origin), form),
  },
  {
    method: 'POST',
    path: /^payment_intents\/(\w+)\/capture$/,
    name: 'capture',
    answer: ({ intents }, { id, form }) => intents.capture(id, form),
  },
  {
    method: 'POST',
    path: /^payment_intents\/(\w+)\/cancel$/,
    name: 'cancel',
    answer: ({ intents }, { id }) => intents.cancel(id),
  },
  {
    method: 'GET',
    path: /^charges\/(\w+)$/,
    answer: ({ intents }, { id }) => {
      const intent = intents.all().find(({ latest_charge: charge }) => charge === id)
      if (intent === undefined) throw invalidRequest(`No such charge: '${id}'`, 'resource_missing', 404)
      return chargeOf(intent)
    },
  },
  {
    method: 'POST',
    path: /^refunds$/,
    answer: ({ reversals }, { form }) => reversals.refund(form),
  },
  {
    method: 'GET',
    path: /^refunds$/,
    answer: ({ reversals }, { query }) => ({ ...listedPage(reversals.refunds(), query), url: '/v1/refunds' }),
  },
  {
    method: 'GET',
    path: /^disputes$/,
    answer: ({ reversals }, { query }) => ({
      ...listedPage(reversals.disputes(), query),
      url: '/v1/disputes',
    }),
  },
  {
    method: 'POST',
    path: /^checkout\/sessions$/,
    name: 'checkout',
    answer: ({ sessions }, { form, origin }) => sessions.create(form, origin),
  },
  {
    method: 'GET',
    path: /^checkout\/sessions\/(\w+)$/,
    answer: ({ sessions }, { id }) => sessions.retrieve(id),
  },
  {
    method: 'POST',
    path: /^checkout\/sessions\/(\w+)\/expire$/,
    name: 'expire',
    answer: ({ sessions }, { id }) => sessions.expire(id),
  },
  {
    method: 'POST',
    path: /^accounts$/,
    name: 'account',
    answer: ({ accounts }, { form }) => accounts.create(form),
  },
  {
    method: 'GET',
    path: /^accounts\/(\w+)$/,
    answer: ({ accounts }, { id }) => accounts.retrieve(id),
  },
  {
    method: 'POST',
    path: /^account_links$/,
    name: 'account_link',
    answer: ({ accounts }, { form, origin }) => accounts.createLink(form, origin),
  },
  {
    method: 'GET',
    path: /^balance$/,
    answer: ({ accounts, intents }, { account }) => ({
      object: 'balance',
      available: [
        {
          amount: intents.balanceOf(account === null ? null : accounts.retrieve(account).id),
          currency: 'usd',
        },
      ],
      pending: [],
      livemode: false,
    }),
  },
  {
    method: 'POST',
    path: /^test_helpers\/shared_payment\/granted_tokens$/,
    answer: ({ intents }, { form }) => intents.grantToken(form),
  },
]

/** The call that a request makes; null where the API has none. */
export function callOf(
  method: string,
  url: URL,
): { name: FaultyCall | null; run(places: Places, body: string, caller: Caller): object } | null {
  const path = url.pathname.replace(/^\/v1\//, '')
  for (const call of calls) {
    const match = call.method === method ? call.path.exec(path) : null
    if (match === null) continue
    return {
      name: call.name ?? null,
      run: (places, body, caller) =>
        call.answer(places, { id: match[1] ?? '', form: readForm(body), query: url.searchParams, ...caller }),
    }
  }
  return null
}

/** An intent with its charge in full, where the call asks for it. */
function expanded(intent: PaymentIntent, asked: Form): object {
  const isAsked = textAt(formAt(asked, 'expand'), '0') === 'latest_charge'
  return isAsked && intent.latest_charge !== null ? { ...intent, latest_charge: chargeOf(intent) } : intent
}

function chargeOf(intent: PaymentIntent): object {
  return {
    id: intent.latest_charge,
    object: 'charge',
    payment_intent: intent.id,
    amount: intent.amount,
    amount_captured: intent.amount_received,
    captured: intent.status === 'succeeded',
    payment_method_details: { type: 'card', card: { capture_before: intent.capture_before } },
  }
}
