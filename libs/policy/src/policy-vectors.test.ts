import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Unitization } from '@outturn/agreement'
import { type AnsweredPolicy, answerPolicy } from './answer-policy.ts'
import type { PolicyPart } from './policy-part.ts'
import { type PolicyOptions, policyCompilerVersion, readPolicy } from './read-policy.ts'

interface TextVector {
  readonly name: string
  readonly source: string
  readonly options?: Partial<Omit<PolicyOptions, 'fields'>> & { readonly fields?: readonly string[] }
  readonly value_cents: number | null
  readonly unitization: Unitization | null
  readonly parts: readonly unknown[]
}

interface AnswerVector {
  readonly name: string
  readonly source: string
  readonly unitization?: Unitization
  readonly fields?: readonly string[]
  readonly answers: Readonly<Record<string, string>>
  readonly expect: unknown
}

const texts = vectors<TextVector>('texts')
const answers = vectors<AnswerVector>('answers')

test('the vectors are of this compiler', () => {
  expect([texts.compiler, answers.compiler]).toEqual([policyCompilerVersion, policyCompilerVersion])
  expect(texts.cases.length).toBeGreaterThanOrEqual(60)
})

describe('reads', () => {
  test.each(texts.cases.map((vector) => [vector.name, vector] as const))('%s', (_, vector) => {
    const { parts, valueCents, unitization } = readPolicy(vector.source, {
      unitization: null,
      isSoftware: false,
      ...vector.options,
      fields: (vector.options?.fields ?? []).map((name) => ({ name })),
    })
    expect({ value_cents: valueCents, unitization, parts: parts.map(published) }).toEqual({
      value_cents: vector.value_cents,
      unitization: vector.unitization,
      parts: vector.parts,
    })
  })
})

describe('answers', () => {
  test.each(answers.cases.map((vector) => [vector.name, vector] as const))('%s', (_, vector) => {
    const declared = vector.unitization ?? null
    const options = {
      unitization: declared,
      isSoftware: false,
      fields: (vector.fields ?? []).map((name) => ({ name })),
    }
    const reading = readPolicy(vector.source, options)
    const answered = answerPolicy(reading, new Map(Object.entries(vector.answers)), options)
    expect(publishedAnswer(answered)).toEqual(vector.expect)
  })
})

function vectors<Vector>(name: string): { compiler: string; cases: readonly Vector[] } {
  const file = new URL(`../../../test/vectors/policy/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as { compiler: string; cases: readonly Vector[] }
}

function published(part: PolicyPart): Record<string, unknown> {
  const place = { kind: part.kind, text: part.span.text, start: part.span.start }
  switch (part.kind) {
    case 'condition':
      return { ...place, check: part.check, ...(part.required ? {} : { required: false }) }
    case 'amount':
      return { ...place, amount: part.amount }
    case 'ambiguity':
      return {
        ...place,
        path: part.path,
        phrase: part.phrase,
        wants: part.wants,
        ...(part.candidates !== undefined && { candidates: part.candidates }),
      }
    case 'unsupported':
      return { ...place, method: part.method }
    case 'term':
    case 'connective':
      return place
    default:
      return part satisfies never
  }
}

function publishedAnswer(answered: AnsweredPolicy): Record<string, unknown> {
  if (!answered.ok) return { refused: answered.code, ambiguity: answered.ambiguityId }
  return {
    conditions: answered.conditions.map(({ ambiguityId, check, required }) => ({
      answers: ambiguityId,
      check,
      ...(required ? {} : { required: false }),
    })),
    ...(answered.terms.length > 0 && { terms: answered.terms.map(({ text }) => text) }),
    value_cents: answered.valueCents,
    unitization: answered.unitization,
  }
}
