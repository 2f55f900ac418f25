import { commitSpool, type SettlementSummary } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { commitByCard as commitByCardAt, commitToSettle } from '../../adapters/settlement.ts'
import type { SpoolDeps } from '../../deps.ts'
import { isPaidByCard } from '../../domain/model/lane.ts'
import { flagsOf } from '../../domain/lifecycle/flags.ts'
import { assertAllowed } from '../../domain/lifecycle/transitions.ts'
import {
  commitmentOf,
  commitSettlement,
  settlementModeOf,
} from '../../domain/settlement/commit-settlement.ts'
import {
  afterNews,
  assertCardMode,
  cardCommitmentOf,
  commitByCard,
  isAskedBy,
  isCommittedBy,
} from '../../domain/settlement/commit-by-card.ts'
import { withPayouts } from '../../domain/model/payees.ts'
import { shareUrlOf } from '../../domain/views/handoff.ts'
import { changeAndReply } from '../../flows/change-spool.ts'

/**
 * The settlement service commits first: a commitment that no Spool knows of moves nothing. It may tell of a hold on a card before the answer
 * is kept, and a processor may take longer than the request lives: its repetition finds the Spool committed, by itself.
 */
export function handleCommitSpool(deps: SpoolDeps): Handler<typeof commitSpool> {
  return ({ request, ...target }, context) => {
    let summary: SettlementSummary | null = null
    const askedBy = `${context.commandId} ${context.bodyDigest}`
    return changeAndReply(
      deps,
      commitSpool,
      target,
      context,
      async ({ spool, viewer, now }) => {
        const known = summary === null ? null : afterNews(spool, summary, now.toISOString())
        if (known !== null) return known
        if (isCommittedBy(spool, askedBy)) return { spool, entries: [] }
        const isByCard = isPaidByCard(spool.agreement.lane)
        // Whether the payouts have been set up meanwhile, the processor of cards is asked again.
        assertAllowed('commit', isByCard ? withPayouts(spool) : spool, viewer, now)
        const asked = {
          mode: request.settlement_mode ?? null,
          signer: request.direct_signer ?? null,
          paymentMethod: request.payment_method ?? null,
        }
        if (isByCard) {
          assertCardMode(asked)
          const returnUrl = shareUrlOf(spool, deps.publicUrl)
          const { paymentMethod } = asked
          const commitment = cardCommitmentOf(spool, { paymentMethod, askedBy, returnUrl }, now)
          summary = await commitByCardAt(deps, commitment, context)
          return commitByCard(spool, summary, now.toISOString())
        }
        const mode = settlementModeOf(asked)
        const commitment = commitmentOf(spool, mode, flagsOf(spool, now).terminal)
        const { grantEndsAt = null } = await commitToSettle(deps, commitment, context)
        return commitSettlement(spool, viewer, now.toISOString(), { mode, grantEndsAt })
      },
      { isDecidedAtOnce: true, tookEffect: (spool) => isAskedBy(spool, askedBy) },
    )
  }
}
