import { readJson } from '@outturn/canonical'
import { contentKeyOf, EvidenceContent } from '@outturn/agreement'
import { absent, callerScope, forbidden, type Principal } from '@outturn/contracts'
import { isOneOf } from '@outturn/vocabulary'
import type { Evidence, Spool } from '../domain/model/spool.ts'
import { evidenceContent } from '../store/spool-store.ts'
import { currentSpoolOfParty, type ReadDeps } from './current-spool.ts'

/** One item of a Spool with its content, for a party. */
export type HeldEvidence = { spool: Spool; item: Evidence; content: EvidenceContent }

/** An item of another Spool is answered exactly like one that does not exist. */
export async function heldEvidence(
  deps: ReadDeps,
  { spoolId, evidenceId }: { spoolId: string; evidenceId: string },
  principal: Principal,
): Promise<HeldEvidence> {
  if (principal.kind === 'account' && isOneOf(['read', 'billing'], callerScope(principal))) {
    throw forbidden('Your role does not show evidence.', {
      remediation: 'Ask an owner of the account to change your role to developer.',
    })
  }
  const { spool, evidence } = await currentSpoolOfParty(deps, spoolId, principal)
  const item = evidence.find(({ id }) => id === evidenceId)
  const text = item === undefined ? null : await evidenceContent(deps.pool, spoolId, contentKeyOf(item))
  if (item === undefined || text === null) throw absent('This Spool has no such evidence.')
  return { spool, item, content: EvidenceContent.parse(readJson(text)) }
}
