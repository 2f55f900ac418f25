import { readJson } from '@outturn/canonical'
import { EvidenceContent } from '@outturn/agreement'
import { absent, type readEvidenceContent } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SpoolDeps } from '../../deps.ts'
import { evidenceContent } from '../../store/spool-store.ts'

export function handleReadEvidenceContent(deps: SpoolDeps): Handler<typeof readEvidenceContent> {
  return async ({ spoolId, contentKey }) => {
    const text = await evidenceContent(deps.pool, spoolId, contentKey)
    if (text === null) throw absent('This Spool holds no such content.')
    return { content: EvidenceContent.parse(readJson(text)) }
  }
}
