import { quoteSpool } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import { priceOfWork } from '../../adapters/billing.ts'
import { quoteSpool as quote } from '../../domain/agreement/quote-spool.ts'
import { currentQuote } from '../../domain/model/current-quote.ts'
import { assertAllowed } from '../../domain/lifecycle/transitions.ts'
import type { SpoolDeps } from '../../deps.ts'
import { changeAndReply } from '../../flows/change-spool.ts'

/** Answers with the quote that still holds, or persists one at today's prices. */
export function handleQuoteSpool(deps: SpoolDeps): Handler<typeof quoteSpool> {
  return (target, context) =>
    changeAndReply(
      deps,
      quoteSpool,
      target,
      context,
      async ({ spool, viewer, now }) => {
        assertAllowed('quote', spool, viewer, now)
        const current = currentQuote(spool, now)
        if (current !== null && !current.expired && !current.superseded) return { spool, entries: [] }
        const price = await priceOfWork(
          deps,
          { accountId: spool.accountId, amountCents: spool.agreement.value.amount_cents },
          context,
        )
        return quote(spool, viewer, price, {
          now,
          quoteId: derivedId('quote', context.commandId),
          hashOf: (value) => deps.hashes.sha256Hex(deps.hashes.canonical(value)),
          quoteDigest: deps.hashes.quote,
        })
      },
      { isDecidedAtOnce: true, answer: ({ spool, now }) => currentQuote(spool, now) },
    )
}
