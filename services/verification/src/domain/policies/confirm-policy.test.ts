import { describeCheck } from '@outturn/checkers'
import {
  CompiledPolicy,
  type CompilePolicyRequest,
  ConfirmedPolicy,
  type ConfirmPolicyRequest,
} from '@outturn/contracts'
import { refusalOf } from '@outturn/testkit/refusals'
import { describe, expect, test } from 'vitest'
import { resolveRecipe } from '../recipes/resolve-recipe.ts'
import { type Confirmation, confirmPolicy } from './confirm-policy.ts'
import { draftPolicy } from './policy-draft.ts'

const policyId = 'pol_000000000000000000000001'
const source =
  'Deliver 50 leads at $0.10 each by Friday. Every row has email. No duplicate email. It looks professional. Note: we are a bakery.'
const friday = { amb_1: '2026-02-06T17:00:00Z' }

function draft(request: Partial<CompilePolicyRequest> = {}) {
  return draftPolicy({ source, fields: ['email'], ...request }, 'example')
}

function confirm(request: Partial<ConfirmPolicyRequest> = {}, compiled = draft()): Confirmation {
  const { accept = [] } = request
  const ids = compiled.content.suggested_conditions.map(({ suggestion_id }) => suggestion_id)
  const decline = ids.filter((id) => !accept.includes(id))
  const whole = { policy_id: policyId, policy_digest: compiled.digest, accept, decline, ...request }
  return confirmPolicy(compiled, whole, 'example')
}

function codesOf(act: () => unknown): unknown[] {
  const { code, status, options } = refusalOf(act)
  return [code, status, options.field]
}

const onTime = { checker: 'deadline_met', deadline: '2026-02-06T17:00:00Z' }
const withEmail = { checker: 'completeness', required_fields: ['email'] }
const distinct = { checker: 'duplicate_rate', key_fields: ['email'] }

describe('a draft says of each part', () => {
  test('whether a suggestion judges units or the whole, and reads it back in a sentence', () => {
    const suggested = draft().content.suggested_conditions
    expect(suggested.map(({ applies, reads_as }) => [applies, reads_as])).toEqual([
      ['unit', 'every row has "email"'],
      ['unit', describeCheck({ checker: 'duplicate_rate', key_fields: ['email'] })],
    ])
  })

  test('how what no checker decides can be agreed on', () => {
    expect(draft().content.unsupported).toMatchObject([
      {
        suggested_method: 'human_confirmed',
        condition: { description: 'It looks professional', verification_method: 'human_confirmed' },
      },
    ])
    const [{ incomplete } = {}] = draft({ declared_actor_type: 'agent' }).content.unsupported
    expect(incomplete).toEqual(['external_judge'])
  })

  test('why it asks, and whose fields it was read by', () => {
    const { ambiguities, fields_from } = draft({ source: 'Every row has a phone, by Friday.' }).content
    expect(ambiguities.map(({ reason }) => reason)).toEqual(['field_unmarked', 'time_open'])
    expect(fields_from).toBe('request')
    const { fields: _, ...without } = { source, fields: [] }
    expect(draftPolicy(without, 'example').content.fields_from).toBeUndefined()
  })

  test('that a share is missed by all units or by none', () => {
    const share = 'At least 95% of rows have a phone.'
    const unitization = { total_units: 20, unit_amount_cents: 10 }
    const [unitized] = draft({ source: share, fields: ['phone'], unitization }).content.suggested_conditions
    const [whole] = draft({ source: share, fields: ['phone'] }).content.suggested_conditions
    expect([unitized?.applies, typeof unitized?.note]).toEqual(['gate', 'string'])
    expect([whole?.applies, whole?.note]).toEqual(['gate', undefined])
  })

  test('what a time could be, from the time that the request counts from', () => {
    const [question] = draft({
      source: 'Delivered by Friday.',
      as_of: '2026-11-25T09:00:00Z',
      time_zone: 'Europe/Paris',
    }).content.ambiguities
    expect(question?.reason).toBe('time_open')
    expect(question?.rewrites.length).toBeGreaterThan(0)
  })

  test.each([
    ['Zzyzx wibble.', false],
    ['Note: we are a bakery.', false],
    ['Every row has a phone.', undefined],
    ['It looks professional.', undefined],
    ['The total is $5.00.', undefined],
    ['Zzyzx wibble. Exactly 5 rows.', undefined],
  ])('that it costs nothing where nothing of it was read: %s', (text, charged) => {
    expect(draft({ source: text }).content.charged).toBe(charged)
  })
})

describe('a draft', () => {
  test('is what the contract shows, with spans that lead back to the text', () => {
    const { content, digest } = draft()
    const view = { policy_id: policyId, status: 'draft', ...content, policy_digest: digest }
    const shown = CompiledPolicy.parse({ ...view, expires_at: '2026-01-16T12:00:00.000Z' })
    expect(shown.value).toEqual({ amount_cents: 500, currency: 'USD' })
    expect(shown.unitization).toEqual({ total_units: 50, unit_amount_cents: 10 })
    expect(shown.suggested_conditions.map(({ suggestion_id }) => suggestion_id)).toEqual(['sug_1', 'sug_2'])
    expect(shown.ambiguities).toMatchObject([{ ambiguity_id: 'amb_1', path: 'deadline', text: 'by Friday' }])
    expect(shown.unsupported).toMatchObject([{ suggested_method: 'human_confirmed' }])
    expect(shown.terms).toEqual([{ text: 'Note: we are a bakery.', provenance: { source: 'freeform' } }])
    const spans = [
      ...shown.suggested_conditions,
      ...shown.amounts,
      ...shown.ambiguities,
      ...shown.unsupported,
    ].map(({ source_span }) => source_span)
    for (const { start, end, text } of spans) expect(source.slice(start, end)).toBe(text)
  })

  test('has the same digest whenever it is compiled, and another one for any other text or service', () => {
    expect(draft().digest).toBe(draft().digest)
    expect(draft({ source: `${source} ` }).digest).not.toBe(draft().digest)
    expect(draftPolicy({ source, fields: ['email'] }, 'other').digest).not.toBe(draft().digest)
  })

  test('suggests an outside judge where software acts for the caller', () => {
    const methods = (actor: CompilePolicyRequest['declared_actor_type']) =>
      draft({ declared_actor_type: actor }).content.unsupported.map(
        ({ suggested_method }) => suggested_method,
      )
    expect([methods('human'), methods('org'), methods('agent'), methods('service')].flat()).toEqual([
      'human_confirmed',
      'human_confirmed',
      'external_tool',
      'external_tool',
    ])
  })

  test('shows every word of its text in one span', () => {
    const { content } = draft({
      source: 'Hello.\n1. exactly 5 rows and no duplicate phone; zzyzx wibble. Nice.',
    })
    expect(content.connectives.map(({ text }) => text)).toEqual(['Hello', '1'])
    expect(content.ambiguities.map(({ text, candidates }) => [text, candidates])).toEqual([
      ['phone', ['email']],
      ['zzyzx wibble', []],
      ['Nice', []],
    ])
  })

  test('of a text with more questions than anyone would answer is refused', () => {
    const endless = 'Zzyzx wibble. '.repeat(201)
    expect(codesOf(() => draft({ source: endless }))).toEqual(['validation_failed', 422, 'source'])
    expect(draft({ source: 'Zzyzx wibble. '.repeat(200) }).content.ambiguities).toHaveLength(200)
  })

  test('in another currency is refused', () => {
    expect(codesOf(() => draft({ currency: 'EUR' }))).toEqual(['validation_failed', 422, 'currency'])
    expect(draft({ currency: 'USD' }).digest).toBe(draft().digest)
  })

  test.each([
    ['units that come to another amount', { total_units: 60, unit_amount_cents: 10 }],
    ['other units of the same amount', { total_units: 10, unit_amount_cents: 50 }],
    ['units beyond what a number holds', { total_units: 50_000, unit_amount_cents: Number.MAX_SAFE_INTEGER }],
  ])('beside %s is refused, naming both sides', (_, unitization) => {
    expect(codesOf(() => draft({ unitization }))).toEqual(['validation_failed', 422, 'unitization'])
  })

  test('beside the same units keeps what they say of identity', () => {
    const identity = { source_key: 'email', visibility: 'pseudonymous' as const }
    const unitization = { total_units: 50, unit_amount_cents: 10, identity }
    expect(draft({ unitization }).content.unitization).toEqual(unitization)
  })
})

describe('a confirmation', () => {
  test('has what was accepted and answered in the order of the text, then what was added', () => {
    const added = {
      description: 'The buyer likes it',
      required: false,
      verification_method: 'human_confirmed' as const,
      confirmation_method: 'buyer_confirm' as const,
    }
    const { policy } = confirm({ accept: ['sug_2', 'sug_1'], answers: friday, add_conditions: [added] })
    expect(ConfirmedPolicy.parse(policy)).toEqual(policy)
    expect(policy.conditions.map((condition) => condition.deterministic_check ?? condition)).toEqual([
      onTime,
      withEmail,
      distinct,
      added,
    ])
    expect(policy.value).toEqual({ amount_cents: 500, currency: 'USD' })
    expect(policy.recipe).toBeNull()
  })

  test('has a hash of what it holds and of nothing else', () => {
    const hash = (request: Partial<ConfirmPolicyRequest>) =>
      confirm({ answers: friday, ...request }).policy.policy_hash
    expect(hash({ accept: ['sug_1'] })).toBe(
      hash({ accept: ['sug_1'], policy_id: 'pol_000000000000000000000002' }),
    )
    expect(hash({ accept: ['sug_1'] })).not.toBe(hash({ accept: ['sug_2'] }))
  })

  test('takes each rewrite and each candidate of a question, whose checks differ', () => {
    const compiled = draft({ source: 'Every row has a phone.', fields: ['mobile', 'phone_number'] })
    const [question] = compiled.content.ambiguities
    expect(question).toMatchObject({ reason: 'field_unmarked', candidates: ['phone_number', 'mobile'] })
    const checkFor = (answer: string | string[]) =>
      confirm({ answers: { amb_1: answer } }, compiled).policy.conditions.map(
        ({ deterministic_check: check }) => check,
      )
    const { candidates = [], rewrites = [] } = question ?? {}
    const named = ['phone_number', 'mobile'].map((field) => [{ ...withEmail, required_fields: [field] }])
    expect(candidates.map((candidate) => checkFor(candidate))).toEqual(named)
    expect(rewrites.map((rewrite) => checkFor(rewrite))).toEqual(named)
  })

  test('keeps what no checker decides as a term, or as the condition that is added for it', () => {
    const compiled = draft({ source: 'Exactly 5 rows. It looks professional.' })
    const [entry] = compiled.content.unsupported
    const left = confirm({ accept: ['sug_1'] }, compiled).policy
    expect(left.terms.map(({ text }) => text)).toEqual(['It looks professional'])
    if (entry === undefined) throw new Error('nothing is unsupported')
    const added = confirm({ accept: ['sug_1'], add_conditions: [entry.condition] }, compiled).policy
    expect([added.terms, added.conditions[1]?.description]).toEqual([[], 'It looks professional'])
  })

  test('finds a field by its alias', () => {
    const fields = [{ name: 'website', aliases: ['homepage'] }]
    const compiled = draft({ source: 'Every row has a homepage.', fields })
    const { conditions } = confirm({ accept: ['sug_1'] }, compiled).policy
    expect(conditions.map(({ deterministic_check: check }) => check)).toEqual([
      { ...withEmail, required_fields: ['website'] },
    ])
  })

  test.each([
    ['a sentence', 'exactly 5 rows'],
    ['several sentences in one text', 'exactly 5 rows and no duplicate email'],
    ['several sentences in a list', ['exactly 5 rows', 'no duplicate email']],
  ])('takes %s for words that were not read', (_, answer) => {
    const compiled = draft({ source: 'Zzyzx wibble.' })
    const { conditions } = confirm({ answers: { amb_1: answer } }, compiled).policy
    const checks = [{ checker: 'row_count', expected: 5 }, distinct]
    expect(conditions.map(({ deterministic_check: check }) => check)).toEqual(
      checks.slice(0, answer === 'exactly 5 rows' ? 1 : 2),
    )
  })

  test('keeps the words that no check decides, in the order of the text, and hashes them', () => {
    const compiled = draft({
      source: 'Zzyzx wibble. exactly 5 rows. Note: we are a bakery. Signed by [name].',
    })
    const confirmed = (first: string) => confirm({ answers: { amb_1: first, amb_2: 'Ana' } }, compiled).policy
    expect(confirmed('term').terms).toEqual(
      ['Zzyzx wibble', 'Note: we are a bakery.', 'Signed by Ana'].map((text) => ({
        text,
        provenance: { source: 'freeform' },
      })),
    )
    expect(confirmed('term').policy_hash).not.toBe(confirmed('exactly 5 rows').policy_hash)
  })

  const condition = { description: 'a', required: true, verification_method: 'deterministic' as const }
  const check = { checker: 'row_count' as const, expected: 3 }
  test.each<[string, Partial<ConfirmPolicyRequest>, unknown]>([
    ['an open question', {}, ['ambiguity_required', 422, 'answers.amb_1']],
    [
      'an answer that is not exact',
      { answers: { amb_1: 'Monday' } },
      ['ambiguity_required', 422, 'answers.amb_1'],
    ],
    [
      'an answer to no question',
      { answers: { ...friday, amb_2: 'x' } },
      ['validation_failed', 422, 'answers.amb_2'],
    ],
    [
      'an unknown suggestion',
      { answers: friday, accept: ['sug_1', 'sug_3'] },
      ['validation_failed', 422, 'accept[1]'],
    ],
    [
      'nothing accepted and nothing declined',
      { answers: friday, decline: [] },
      ['validation_failed', 422, 'accept'],
    ],
    [
      'nothing accepted and one of two declined',
      { answers: friday, decline: ['sug_1'] },
      ['validation_failed', 422, 'accept'],
    ],
    [
      'a suggestion that is declined and unknown',
      { answers: friday, decline: ['sug_9'] },
      ['validation_failed', 422, 'decline[0]'],
    ],
    [
      'a suggestion that is accepted and declined',
      { answers: friday, accept: ['sug_1'], decline: ['sug_2', 'sug_1'] },
      ['validation_failed', 422, 'decline[1]'],
    ],
    [
      'an added condition without a check',
      { answers: friday, add_conditions: [condition] },
      ['validation_failed', 422, 'add_conditions[0].deterministic_check'],
    ],
    [
      'an added condition with the key of another method',
      {
        answers: friday,
        add_conditions: [{ ...condition, deterministic_check: check, confirmation_method: 'buyer_confirm' }],
      },
      ['validation_failed', 422, 'add_conditions[0].confirmation_method'],
    ],
    [
      'an added check that no checker takes',
      {
        answers: friday,
        add_conditions: [
          { ...condition, deterministic_check: { checker: 'json_path', path: '$[', operator: 'exists' } },
        ],
      },
      ['validation_failed', 422, 'add_conditions[0].deterministic_check.path'],
    ],
    [
      'an added condition with a blank',
      {
        answers: friday,
        add_conditions: [{ ...condition, description: 'by [date]', deterministic_check: check }],
      },
      ['ambiguity_required', 422, 'add_conditions[0].description'],
    ],
    [
      'more conditions than an agreement has',
      {
        answers: friday,
        add_conditions: Array.from({ length: 100 }, () => ({ ...condition, deterministic_check: check })),
      },
      ['validation_failed', 422, 'accept'],
    ],
    [
      'a recipe of a condition that is no check',
      {
        answers: friday,
        add_conditions: [{ ...condition, verification_method: 'human_confirmed' }],
        create_recipe: true,
      },
      ['validation_failed', 422, 'create_recipe'],
    ],
  ])('refuses %s', (_, request, expected) => {
    expect(codesOf(() => confirm(request))).toEqual(expected)
  })

  test('refuses a recipe of nothing', () => {
    const compiled = draft({ source: 'Note: we are a bakery.' })
    expect(codesOf(() => confirm({ create_recipe: true }, compiled))).toEqual([
      'validation_failed',
      422,
      'create_recipe',
    ])
    expect(confirm({}, compiled).policy).toMatchObject({ conditions: [], value: null, unitization: null })
  })

  test('makes a recipe that resolves to its conditions', () => {
    const { policy, recipe } = confirm({ accept: ['sug_1'], answers: friday, create_recipe: true })
    if (recipe === null) throw new Error('it made no recipe')
    expect(policy.recipe).toEqual({ id: recipe.id, recipe_hash: recipe.recipe_hash })
    expect(recipe.id).toBe(`policy-${policy.policy_hash.slice('sha256:'.length, 31)}@1`)
    const resolved = resolveRecipe(recipe, { id: recipe.id, recipe_hash: recipe.recipe_hash })
    expect(resolved.map(({ deterministic_check }) => deterministic_check)).toEqual([onTime, withEmail])
  })
})
