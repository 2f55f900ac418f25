import { absent, type readQuote, Refusal } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { currentQuote } from '../../domain/model/current-quote.ts'
import { currentSpoolOfParty, type ReadDeps } from '../../flows/current-spool.ts'

export function handleReadQuote(deps: ReadDeps): Handler<typeof readQuote> {
  return async ({ spoolId }, { principal }) => {
    const { spool, now } = await currentSpoolOfParty(deps, spoolId, principal)
    if (spool.agreement.type !== 'agent_task') {
      throw new Refusal('wrong_funding_lane', 'Only a Spool of type agent_task is quoted.', {
        reason: 'not_agent_work',
      })
    }
    const quote = currentQuote(spool, now)
    if (quote !== null) return quote
    throw absent('This Spool has no quote yet.', {
      remediation: `The party that made the Spool asks for one with POST /api/v1/spools/${spool.id}/quote.`,
    })
  }
}
