import { createSemaphore } from '@outturn/concurrency'
import { nodeSha256 } from '@outturn/canonical/node'
import type { OpinionFailure } from '@outturn/vocabulary'
import type { Opinion } from '@outturn/agreement'
import type { PlannedQuestion } from '@outturn/evaluation'
import type { Clock, Log } from '@outturn/service'
import type OpenAI from 'openai'
import { evidenceBytes, type OpinionRequest, opinionRequest, promptDigest } from '../domain/judge-prompt.ts'
import { readModelAnswer } from '../domain/model-answer.ts'

/** Asks a judge for its opinion. What it does not answer in time, or not usably, is an opinion with that failure. */
export type AskJudge = (
  question: PlannedQuestion,
  asked: {
    accountId: string
    /** Epoch ms; the judge's own time limit counts too. */
    deadline: number
  },
) => Promise<Opinion>

export type ModelJudgeOptions = {
  /** Base address of an OpenAI-compatible interface, such as `https://api.example.com/v1`. */
  readonly url: string
  readonly model: string
  readonly apiKey: string | undefined
  readonly timeoutMs: number
  /** More evidence than this is not sent, and nothing is left out to make it fit. */
  readonly maxEvidenceBytes: number
  /** Questions of one account under way at once. */
  readonly questionsPerAccount: number
  readonly clock: Clock
  readonly log: Log
  readonly countOpinion: (end: NonNullable<Opinion['verdict']> | OpinionFailure) => void
}

export function createModelJudge(options: ModelJudgeOptions): AskJudge {
  const { url, model, apiKey, timeoutMs, maxEvidenceBytes, clock, log, countOpinion } = options
  const questions = createSemaphore({ limitPerKey: options.questionsPerAccount })
  let client: Promise<OpenAI> | undefined

  /** The answer as it came, or undefined for none. */
  async function complete(request: OpinionRequest, accountId: string, timeMs: number): Promise<unknown> {
    const signal = AbortSignal.timeout(timeMs)
    try {
      return await questions.run(
        async () => {
          client ??= openClient(url, apiKey)
          const { chat } = await client
          return chat.completions.create(request as never, { signal, timeout: timeMs })
        },
        { key: accountId, signal },
      )
    } catch (error) {
      // The message of a failed request may repeat what was sent, so only its kind is logged.
      const { name, status } = error as { name?: string; status?: number }
      log.warn({ judge: model, error: name, status }, 'a judge did not answer')
      return undefined
    }
  }

  return async (question, { accountId, deadline }) => {
    const failed = (failure: OpinionFailure, digest: string | null): Opinion => {
      countOpinion(failure)
      const none = { model_version: null, verdict: null, citations: [] }
      return { judge: 'openai_compatible', model, prompt_digest: digest, ...none, failure }
    }
    if (evidenceBytes(question) > maxEvidenceBytes) return failed('evidence_too_large_for_judge', null)
    const request = opinionRequest(question, model)
    const digest = promptDigest(request, nodeSha256)
    const timeMs = Math.min(timeoutMs, deadline - clock.now().getTime())
    const completion = timeMs > 0 ? await complete(request, accountId, timeMs) : undefined
    if (completion === undefined) return failed('executor_unavailable', digest)
    const answer = readModelAnswer(completion, question)
    if (answer === null) return failed('opinion_malformed', digest)
    countOpinion(answer.verdict ?? 'opinion_malformed')
    return { judge: 'openai_compatible', model, prompt_digest: digest, ...answer, failure: null }
  }
}

/** Loaded when first needed: most deployments have no model. Each null keeps a credential of other programs out. */
async function openClient(url: string, apiKey: string | undefined): Promise<OpenAI> {
  const { OpenAI: Client } = await import('openai')
  return new Client({
    baseURL: url,
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 1,
    // A judge is where the configuration says; evidence is not sent on to anywhere else.
    fetchOptions: { redirect: 'error' },
  })
}
