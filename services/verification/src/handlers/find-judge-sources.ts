import type { findJudgeSources } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { JudgeSecrets } from '../domain/judge-proof/proof-finding.ts'

export function handleFindJudgeSources(secrets: JudgeSecrets): Handler<typeof findJudgeSources> {
  return async ({ sourceIds }) => ({ known: sourceIds.filter((id) => Object.hasOwn(secrets, id)) })
}
