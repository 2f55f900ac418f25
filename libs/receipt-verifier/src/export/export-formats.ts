import type { DraftExport } from './export-draft.ts'
import { draftCredential } from './receipt-credential.ts'
import { draftStatement } from './receipt-statement.ts'

/** Every format that a receipt is exported in, by the last part of its path. */
export const exportFormats = {
  credential: draftCredential,
  dsse: draftStatement,
} as const satisfies Record<string, DraftExport>
