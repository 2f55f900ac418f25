import type { ObservationSet, RecordedOpinion } from '@outturn/agreement'
import type { RunJob } from '@outturn/contracts'
import type { Clock } from '@outturn/service'
import type { Evaluator } from '../adapters/evaluator.ts'
import type { ReadContents } from '../adapters/evidence-reader.ts'
import type { AskJudge } from '../adapters/model-judge.ts'
import type { ObserveUrls } from '../adapters/url-observer.ts'
import type { EvaluatedRun } from '../domain/evaluate-job.ts'
import { type FetchedContent, missingContents } from '../domain/evidence-contents.ts'
import { type Inquiries, needsInquiries } from '../domain/inquiries.ts'
import { type RecordedObservation, unobserved, urlsToObserve } from '../domain/observation-sets.ts'
import { type AnsweredQuestion, unanswered } from '../domain/recorded-opinions.ts'
import { judgedObservations, judgedOpinions } from './judged-findings.ts'

/** Where what was seen and answered for a run is kept; what was recorded first stays. */
export type FindingStore = {
  findObservations(runId: string): Promise<RecordedObservation[]>
  recordObservations(runId: string, seen: readonly RecordedObservation[]): Promise<void>
  findOpinions(runId: string): Promise<AnsweredQuestion[]>
  recordOpinions(runId: string, answered: readonly AnsweredQuestion[]): Promise<void>
}

export type RunJudgeDeps = {
  readonly clock: Clock
  readonly evaluator: Evaluator
  readonly readContents: ReadContents
  readonly observeUrls: ObserveUrls
  /** Null where no model is configured; claims are then judged word for word. */
  readonly askJudge: AskJudge | null
}

/**
 * Judges one run. What was seen and answered is recorded before it is used, so that a repeated run judges the same.
 * `answersBy` ends the questions to a judge, epoch ms. `sent` are contents that are here already. Throws RunDefect when the fault is ours.
 */
export type JudgeRun = (
  job: RunJob,
  findings: FindingStore,
  answersBy: number,
  sent?: readonly FetchedContent[],
) => Promise<EvaluatedRun>

/** What the observations leave of the requester's time for judging, recording and answering, ms. */
export const timeToConcludeMs = 500
/** Time to read evidence in, also for a run whose requester has stopped waiting: the run is recorded all the same. */
const readingTimeMs = 10_000

export function createRunJudge(deps: RunJudgeDeps): JudgeRun {
  const { clock, evaluator, observeUrls, askJudge } = deps

  async function readMissing(
    job: RunJob,
    sent: readonly FetchedContent[],
  ): Promise<readonly FetchedContent[]> {
    const here = new Set(sent.map(({ key }) => key))
    const missing = missingContents(job).filter((key) => !here.has(key))
    if (missing.length === 0) return sent
    const read = await deps.readContents(job.spoolId, missing, clock.now().getTime() + readingTimeMs)
    return [...sent, ...read]
  }

  async function observe(
    { runId, accountId }: RunJob,
    planned: Inquiries['observations'],
    findings: FindingStore,
    observedBy: number,
  ): Promise<ObservationSet[]> {
    const wanted = urlsToObserve(planned)
    if (wanted.length === 0) return []
    const recorded = await findings.findObservations(runId)
    const unseen = unobserved(wanted, recorded)
    if (unseen.length === 0) return judgedObservations(runId, recorded)
    const seen = await observeUrls(unseen, { accountId, runId, deadline: observedBy })
    if (seen.length > 0) await findings.recordObservations(runId, seen)
    return judgedObservations(runId, await findings.findObservations(runId))
  }

  /** An answer that was recorded counts, whatever is configured now. */
  async function ask(
    { runId, accountId }: RunJob,
    questions: Inquiries['questions'],
    findings: FindingStore,
    answersBy: number,
  ): Promise<RecordedOpinion[]> {
    if (questions.length === 0) return []
    const recorded = await findings.findOpinions(runId)
    const open = unanswered(questions, recorded)
    if (open.length === 0 || askJudge === null) return judgedOpinions(runId, recorded)
    const answered = await Promise.all(
      open.map(async (question): Promise<AnsweredQuestion> => {
        const opinion = await askJudge(question, { accountId, deadline: answersBy })
        return { conditionId: question.conditionId, opinion, answeredAt: clock.now().toISOString() }
      }),
    )
    await findings.recordOpinions(runId, answered)
    return judgedOpinions(runId, await findings.findOpinions(runId))
  }

  return async (job, findings, answersBy, sent = []) => {
    await takeOverFindings(job, findings)
    const observedBy = clock.now().getTime() + job.remainingMs - timeToConcludeMs
    const fetched = await readMissing(job, sent)
    if (!needsInquiries(job)) return evaluator.evaluate({ job, fetched, observations: [], opinions: [] })
    const planned = await evaluator.planInquiries({ job, fetched })
    const [observations, opinions] = await Promise.all([
      observe(job, planned.observations, findings, observedBy),
      ask(job, planned.questions, findings, answersBy),
    ])
    return evaluator.evaluate({ job, fetched, observations, opinions })
  }
}

/** A run over the findings of an earlier one sees and is answered what that one was. */
async function takeOverFindings({ runId, findingsOf }: RunJob, findings: FindingStore): Promise<void> {
  if (findingsOf === undefined) return
  const [observations, opinions] = await Promise.all([
    findings.findObservations(findingsOf),
    findings.findOpinions(findingsOf),
  ])
  if (observations.length > 0) await findings.recordObservations(runId, observations)
  if (opinions.length > 0) await findings.recordOpinions(runId, opinions)
}
