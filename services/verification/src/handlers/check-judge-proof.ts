import type { checkJudgeProof } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { type JudgeSecrets, judgeProof } from '../domain/judge-proof/check-judge-proof.ts'

export function handleCheckJudgeProof(secrets: JudgeSecrets): Handler<typeof checkJudgeProof> {
  return async (input) => ({ ...(await judgeProof(input, secrets)) })
}
