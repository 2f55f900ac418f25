import { acceptSpool } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { acceptSpool as accept } from '../../domain/lifecycle/accept-spool.ts'
import { assertAllowed } from '../../domain/lifecycle/transitions.ts'
import { type ChangeDeps, changeAndReply } from '../../flows/change-spool.ts'

export function handleAcceptSpool(deps: ChangeDeps): Handler<typeof acceptSpool> {
  return ({ request, ...target }, context) =>
    changeAndReply(deps, acceptSpool, target, context, ({ spool, viewer, now }) => {
      assertAllowed('accept', spool, viewer, now)
      const { agreement_hash: agreementHash = null, quote_digest: quoteDigest = null } = request
      return accept(spool, viewer, { agreementHash, quoteDigest }, now.toISOString())
    })
}
