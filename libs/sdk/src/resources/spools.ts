import type { ApiOperations, SpoolsOperations } from '../generated/resources.ts'
import type { AcceptRequest, EvidenceRequest, Spool } from '../generated/types.ts'
import { ApiPromise } from '../http/api-promise.ts'
import type { ActOptions } from '../http/call-options.ts'
import type { Pause } from '../http/pause.ts'
import { type EvidenceFile, isEvidenceFile, toEvidence } from './evidence-file.ts'
import { type WaitOptions, waitForSpool } from './wait-for-spool.ts'

/** What an acceptance needs of a Spool, however it was read. */
export type AcceptableSpool = Pick<Spool, 'id'> & {
  readonly agreement: Pick<Spool['agreement'], 'agreement_hash'>
}
/** What a confirmation needs of a Spool, however it was read. */
export type ConfirmableSpool = Pick<Spool, 'id' | 'conditions'>

/** What a party says about one condition. */
export interface ConditionAnswer {
  readonly condition_id: string
  readonly outcome: 'passed' | 'failed'
  /** Default: `buyer_confirm`. */
  readonly method?: string | undefined
  readonly detail?: string | undefined
}

/** Operations on Spools, and what is made of them. */
export interface Spools extends SpoolsOperations {
  /**
   * Accepts the terms. Given a Spool as it was read, it accepts exactly the terms in it: if they were amended since, the call is refused
   * with `invalid_state` and the reason `terms_changed`. On an agent Spool `quote_digest` is that of the current quote.
   */
  accept(spool: string | AcceptableSpool, body?: AcceptRequest, options?: ActOptions): ApiPromise<Spool>
  /** Submits evidence; with `file` its content is a file: a path, a `Blob` or bytes. */
  submitEvidence(
    spoolId: string,
    body: EvidenceRequest | EvidenceFile,
    options?: ActOptions,
  ): ApiPromise<Spool>
  /**
   * Confirms a condition that people decide, for the evidence of the Spool as it was read: if that has changed since, the call is refused
   * with `conflict` and the reason `evidence_changed`.
   */
  confirm(spool: ConfirmableSpool, answer: ConditionAnswer, options?: ActOptions): ApiPromise<Spool>
  /**
   * Waits until the Spool is in a state: `accepted`, `delivered`, `verified`, `settled`, `closed`, or a test of the Spool. Rejects with
   * `SpoolWaitError` when the time is over, and when the Spool ends in another way.
   */
  waitFor(spoolId: string, options: WaitOptions): Promise<Spool>
}

export function createSpools({ spools }: ApiOperations, pause: Pause): Spools {
  return {
    ...spools,
    accept(spool, body = {}, options) {
      if (typeof spool === 'string') return spools.accept(spool, body, options)
      const { id, agreement } = spool
      return spools.accept(id, { agreement_hash: agreement.agreement_hash, ...body }, options)
    },
    submitEvidence(spoolId, body, options) {
      if (!isEvidenceFile(body)) return spools.submitEvidence(spoolId, body, options)
      return new ApiPromise(
        toEvidence(body).then((evidence) => spools.submitEvidence(spoolId, evidence, options).withResponse()),
      )
    },
    confirm({ id, conditions }, { condition_id, outcome, method = 'buyer_confirm', detail }, options) {
      const shown = conditions.find((condition) => condition.id === condition_id)?.confirmation
      const metadata = {
        method,
        outcome,
        evidence_refs: shown?.evidence_ids ?? [],
        ...(typeof shown?.evidence_digest === 'string' && { evidence_digest: shown.evidence_digest }),
        ...(detail !== undefined && { detail }),
      }
      const body = { condition_id, type: 'confirmation', source: `confirmation:${method}`, metadata } as const
      return spools.submitEvidence(id, body, options)
    },
    waitFor(spoolId, options) {
      const read = (each: { ifNoneMatch?: string | undefined }) => spools.get(spoolId, each).withResponse()
      return waitForSpool(read, pause, options)
    },
  }
}
