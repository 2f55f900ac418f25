import { absent, type readEvidenceContent } from '@outturn/contracts'
import { type Handler, rawReply } from '@outturn/messaging'
import type { SpoolDeps } from '../../deps.ts'
import { evidenceContent } from '../../store/spool-store.ts'

/** The content as it is stored: a megabyte of it is neither read nor written anew here. */
export function handleReadEvidenceContent(deps: SpoolDeps): Handler<typeof readEvidenceContent> {
  return async ({ spoolId, contentKey }) => {
    const text = await evidenceContent(deps.pool, spoolId, contentKey)
    if (text === null) throw absent('This Spool holds no such content.')
    return rawReply(`{"content":${text}}`)
  }
}
