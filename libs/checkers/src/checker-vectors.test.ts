import { readFileSync } from 'node:fs'
import { portableSha256, readJson, type JsonObject, type JsonValue } from '@outturn/canonical'
import { describe, expect, test } from 'vitest'
import type { CheckInput, UnitCounts } from './check-input.ts'
import { type CheckResult, rowUncertain } from './check-result.ts'
import { checkerNames, DeterministicCheck, findParameterProblem, runCheck } from './checkers.ts'
import { earlierRules, rulesOf2, rulesOf3, rulesOf31 } from './earlier-rules.ts'
import { StepBudget, stepsPerRun } from './engines/step-budget.ts'
import { currentRules, type ValueRules } from './value-rules.ts'
import type { JudgedContent, JudgedItem, JudgedObservation } from './judged-item.ts'

interface VectorItem {
  readonly rows?: readonly JsonObject[]
  readonly json?: JsonValue
  readonly text?: string
  readonly base64?: string
  readonly media_type?: string
  readonly url?: string
  readonly sha256?: string
  readonly received_at?: string
  readonly observed_at?: string
}

interface Vector {
  readonly name: string
  readonly check: unknown
  readonly evidence: readonly VectorItem[]
  readonly observations?: readonly (JudgedObservation & { readonly url: string })[]
  readonly units?: { readonly total: number; readonly surplus_rows: number }
  readonly expect: { readonly reason?: string }
}

const folders: readonly (readonly [string, string, ValueRules])[] = checkerNames.flatMap((name) => [
  [name, `${name}.json`, currentRules] as const,
  [`${name} of version 3.1.0`, `3.1.0/${name}.json`, rulesOf31] as const,
  [`${name} of version 3.0.0`, `3.0.0/${name}.json`, rulesOf3] as const,
  [`${name} of version 2.0.0`, `2.0.0/${name}.json`, rulesOf2] as const,
  [`${name} of version 1.0.0`, `1.0.0/${name}.json`, earlierRules] as const,
])

describe.each(folders)('checker.%s', (_name, path, rules) => {
  const file = new URL(`../../../test/vectors/checkers/${path}`, import.meta.url)
  const { cases, version } = readJson(readFileSync(file, 'utf8')) as unknown as {
    cases: readonly Vector[]
    version: string
  }

  test('are vectors of the version', () => expect(version).toBe(rules.version))

  test.each(cases.map((vector) => [vector.name, vector] as const))('%s', (_, vector) => {
    const check = DeterministicCheck.parse(vector.check)
    expect(findParameterProblem(check, rules)).toBeNull()
    const result = runCheck(check, checkInput(vector), rules)
    expect(published(result, vector.expect.reason !== undefined)).toEqual(vector.expect)
  })
})

function checkInput({ evidence, observations = [], units }: Vector): CheckInput {
  const items = evidence.map(judgedItem)
  const datasets = items.flatMap(({ content }) => (content.kind === 'rows' ? [content.rows] : []))
  const counts: UnitCounts | null =
    units === undefined ? null : { total: units.total, surplusRows: units.surplus_rows }
  return {
    items,
    rows: datasets.length === 0 ? null : datasets.flat(),
    units: counts,
    observations: new Map(observations.map((seen) => [seen.url, seen])),
    sha256: portableSha256,
    budget: new StepBudget(stepsPerRun),
  }
}

function judgedItem(item: VectorItem): JudgedItem {
  return {
    observedAt: item.observed_at ?? null,
    receivedAt: item.received_at ?? '2026-01-01T00:00:00.000Z',
    content: contentOf(item),
  }
}

function contentOf(item: VectorItem): JudgedContent {
  if (item.rows !== undefined) return { kind: 'rows', rows: item.rows }
  if (item.json !== undefined) return { kind: 'json', json: item.json }
  if (item.text !== undefined) return { kind: 'text', text: item.text }
  if (item.base64 !== undefined)
    return { kind: 'bytes', base64: item.base64, media_type: item.media_type ?? '' }
  const { url, sha256 } = item
  return {
    kind: 'reference',
    ...(url === undefined ? {} : { url }),
    ...(sha256 === undefined ? {} : { sha256 }),
  }
}

/** The result in the published, language-neutral shape. */
function published(result: CheckResult, withReason: boolean): unknown {
  const reason = withReason ? { reason: result.reason } : {}
  switch (result.kind) {
    case 'gate':
      return { gate: result.passed ? 'pass' : 'fail', code: result.code, ...reason }
    case 'undecided':
      return { undecided: result.code, ...reason }
    case 'rows': {
      const findings = [...result.findings].map(([row, { reasons }]) => [String(row + 1), reasons] as const)
      const verdicts = Array.from(result.verdicts, (verdict) =>
        verdict === rowUncertain ? 'uncertain' : verdict === 0 ? 'pass' : 'fail',
      )
      return { rows: verdicts, findings: Object.fromEntries(findings), ...reason }
    }
    default:
      return result satisfies never
  }
}
