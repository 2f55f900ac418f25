import { type Form, textAt } from './form-body.ts'
import { cardOf, confirmPage, messagePage, onboardPage, type PageAnswer, payPage } from './pages.ts'
import type { Places } from './api-calls.ts'

/** The pages for people: paying, confirming with a bank, and setting up payouts. Null where there is no such page. */
export function visit(places: Places, method: string, path: string, form: Form): PageAnswer | null {
  const [, kind, id = ''] = /^\/(pay|confirm|onboard)\/(\w+)$/.exec(path) ?? []
  const isSent = method === 'POST'
  switch (kind) {
    case 'pay':
      return pay(places, id, isSent ? (textAt(form, 'card') ?? '') : null)
    case 'confirm':
      return confirm(places, id, isSent)
    case 'onboard':
      return onboard(places, id, isSent)
    default:
      return null
  }
}

function pay({ sessions }: Places, id: string, card: string | null): PageAnswer {
  if (!sessions.all().some((each) => each.id === id))
    return messagePage(404, 'No such page', 'Check the address.')
  const session = sessions.retrieve(id)
  const { status, description, amount_total: amountCents, cancel_url: cancelUrl } = session
  if (status === 'complete') return { location: session.success_url }
  if (status === 'expired') {
    return messagePage(410, 'This page has ended', 'Ask the service that sent you here for a new one.')
  }
  const isHeld = textAt(session.payment_intent_data, 'capture_method') === 'manual'
  const shown = { description, amountCents, cancelUrl, isHeld }
  if (card === null) return payPage(shown, null)
  const method = cardOf(card)
  const problem =
    method === null
      ? 'This is not the number of a test card. Enter 4242 4242 4242 4242.'
      : sessions.pay(id, method)
  return problem === null ? { location: session.success_url } : payPage(shown, { card, problem })
}

function confirm({ intents }: Places, id: string, isSent: boolean): PageAnswer {
  const intent = intents.all().find((each) => each.id === id)
  const next = intent?.next_action ?? null
  if (intent === undefined || next === null || intent.status !== 'requires_action') {
    return messagePage(410, 'Nothing to confirm', 'The payment was confirmed, or has ended.')
  }
  if (!isSent) return confirmPage(intent.amount)
  intents.confirmHold(id)
  return { location: next.redirect_to_url.return_url }
}

function onboard({ accounts }: Places, token: string, isSent: boolean): PageAnswer {
  const link = accounts.usableLink(token)
  if (link === null) {
    const location = accounts.refreshUrlOf(token)
    if (location !== null) return { location }
    return messagePage(
      404,
      'No such page',
      'A link works once, for some minutes. Ask the service that sent you here for a new one.',
    )
  }
  if (!isSent) return onboardPage(link.account)
  link.isUsed = true
  accounts.complete(link.account)
  return { location: link.returnUrl }
}
