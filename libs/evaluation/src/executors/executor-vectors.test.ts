import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { evaluateRun } from '../evaluate-run.ts'
import { condition, conditionId, item, run, units } from '../testing/run-fixture.ts'
import type { EvidenceType, VerificationMethod } from '@outturn/vocabulary'
import type {
  EvaluatedOutcome,
  EvidenceContent,
  EvidenceRequirement,
  Opinion,
  PlanCheck,
} from '@outturn/agreement'

interface Vector {
  readonly name: string
  readonly check: PlanCheck
  readonly evidence_requirements?: readonly EvidenceRequirement[]
  readonly evidence: readonly {
    readonly type: EvidenceType
    readonly source?: string
    readonly on_behalf_of?: string
    readonly received_at?: string
    readonly content: EvidenceContent
  }[]
  readonly opinion?: Opinion
  readonly units?: number
  readonly expect: unknown
}

describe.each(['human_confirmed', 'ai_assisted', 'external_tool'] as const)('executor.%s', (method) => {
  const file = new URL(`../../../../test/vectors/executors/${method}.json`, import.meta.url)
  const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: readonly Vector[] }

  test.each(cases.map((vector) => [vector.name, vector] as const))('%s', (_, vector) => {
    expect(published(judge(method, vector))).toEqual(vector.expect)
  })
})

/** The digest that every item of the vectors has, whatever it holds. */
const vectorDigest = '4f5107b74e9af481a15890164aab440aafcfce676692c2d528e1d12581be26d7'

function judge(method: VerificationMethod, vector: Vector): EvaluatedOutcome {
  const { check, evidence_requirements = [], opinion } = vector
  const judged = condition(check, 0, { verification_method: method, evidence_requirements })
  const at = '2026-01-01T00:00:00.000Z'
  const opinions =
    opinion === undefined
      ? []
      : [{ evidenceId: 'ev_opinion', conditionId: conditionId(0), observedAt: at, receivedAt: at, opinion }]
  const evidence = vector.evidence.map((given, index) =>
    item({
      id: `ev_${index + 1}`,
      type: given.type,
      source: given.source ?? `source ${index + 1}`,
      onBehalfOf: given.on_behalf_of ?? 'provider',
      contentDigest: vectorDigest,
      receivedAt: given.received_at ?? at,
      content: given.content,
    }),
  )
  return evaluateRun(
    run([judged], evidence, vector.units === undefined ? null : units(vector.units), { opinions }),
  )
}

/** The outcome in the published, language-neutral shape. */
function published({ conditionResults: [found], unitResults, result }: EvaluatedOutcome): unknown {
  return {
    result: found?.result,
    reason: found?.reason,
    evidence_refs: found?.evidence_refs,
    verifier_id: found?.verifier_id,
    verifier_version: found?.verifier_version,
    run: result,
    ...(unitResults !== null && {
      units: unitResults.map((leaf) => [leaf.result, ...leaf.reasons.map(({ code }) => code)]),
    }),
  }
}
