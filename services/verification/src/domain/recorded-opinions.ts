import type { Opinion, RecordedOpinion } from '@outturn/agreement'
import type { PlannedQuestion } from '@outturn/evaluation'

/** The answer to the question of one condition of a run, as it is recorded. */
export type AnsweredQuestion = {
  readonly conditionId: string
  readonly opinion: Opinion
  /** RFC 3339 in UTC. */
  readonly answeredAt: string
}

/** Those of the questions that no answer is recorded of yet. */
export function unanswered(
  questions: readonly PlannedQuestion[],
  recorded: readonly AnsweredQuestion[],
): PlannedQuestion[] {
  const answered = new Set(recorded.map(({ conditionId }) => conditionId))
  return questions.filter(({ conditionId }) => !answered.has(conditionId))
}

/** Recorded answers as the evidence that a run judges. */
export function toRecordedOpinions(
  recorded: readonly AnsweredQuestion[],
  evidenceIdOf: (conditionId: string) => string,
): RecordedOpinion[] {
  return recorded.map(({ conditionId, opinion, answeredAt }) => ({
    evidenceId: evidenceIdOf(conditionId),
    conditionId,
    observedAt: answeredAt,
    receivedAt: answeredAt,
    opinion,
  }))
}
