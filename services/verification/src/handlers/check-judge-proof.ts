import type { checkJudgeProof } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { judgeProof } from '../domain/judge-proof/judge-proof.ts'
import type { JudgeSecrets } from '../domain/judge-proof/proof-finding.ts'

export function handleCheckJudgeProof(secrets: JudgeSecrets): Handler<typeof checkJudgeProof> {
  return async (input) => ({ ...(await judgeProof(input, secrets)) })
}
