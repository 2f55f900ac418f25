import { Refusal } from '@outturn/contracts'
import { describe, expect, test } from 'vitest'
import { spoolHashes } from '../../flows/hashes.ts'
import { evidenceDraftOf } from '../../wire/evidence-request.ts'
import { flagsOf } from '../lifecycle/flags.ts'
import { actionContextOf, findDenial } from '../lifecycle/transitions.ts'
import type { Viewer } from '../model/viewer.ts'
import { nextStepOf } from '../views/next-step.ts'
import { confirmableDigest } from './confirmed-evidence.ts'
import { confirmationIn, confirmByEvidence } from './evidence-as-confirmation.ts'
import { recordConfirmations } from './record-confirmations.ts'
import { voidConfirmations } from './void-confirmations.ts'
import { acceptedSpool, at, hex } from '../agreement/accepted-spool.fixture.ts'
import { type GivenConfirmation, givenConfirmations, type SentConfirmation } from './confirmations.ts'
import { neededConfirmations } from './needed-confirmations.ts'
import type { Evidence, Spool } from '../model/spool.ts'
import type { Side } from '@outturn/vocabulary'

const evidenceId = `ev_${hex(1)}`
const delivered = (id: string, change: Partial<Evidence> = {}): Evidence => ({
  id,
  conditionId: `cond_${hex(0)}`,
  type: 'file',
  source: 'report',
  claimClass: 'artifact_state',
  provenance: 'uploaded_file',
  provenanceDetail: { method: 'uploaded_file' },
  onBehalfOf: 'provider',
  contentDigest: id.replace('ev_', 'd'.repeat(40)),
  bytes: 1,
  observedAt: null,
  receivedAt: at,
  submittedBy: `pty_${hex(2)}`,
  ...change,
})
const held = [delivered(evidenceId)]
const hashes = spoolHashes('outturn')
const facts = { at, evidenceIdOf: ({ index, side }: GivenConfirmation) => `ev_${index}_${side}`, hashes }
const recorded = (inputs: SentConfirmation[], spool: Spool, sides: Side[], evidence = held) =>
  recordConfirmations(givenConfirmations(inputs, spool, sides, evidence), { spool, evidence }, facts)
const byBuyer = acceptedSpool([
  { verification_method: 'human_confirmed' },
  { verification_method: 'deterministic', deterministic_check: { checker: 'row_count', expected: 1 } },
])
const byBoth = acceptedSpool([
  { verification_method: 'human_confirmed', confirmation_method: 'both_confirm' },
])

function confirmation(change: Partial<SentConfirmation> = {}): SentConfirmation {
  return {
    conditionId: `cond_${hex(0)}`,
    method: 'buyer_confirm',
    outcome: 'passed',
    evidenceRefs: [],
    detail: null,
    shownDigest: null,
    isOfReadVersion: true,
    ...change,
  }
}
const both = (change: Partial<SentConfirmation> = {}) => confirmation({ method: 'both_confirm', ...change })

const refusalOf = (inputs: SentConfirmation[], spool: Spool, sides: Side[]) =>
  taken(() => givenConfirmations(inputs, spool, sides, held))

function taken(act: () => unknown): unknown[] {
  try {
    act()
  } catch (error) {
    if (error instanceof Refusal) {
      const { code, status, options } = error
      return [code, status, options.field, ...(options.reason === undefined ? [] : [options.reason])]
    }
    throw error
  }
  throw new Error('nothing was refused')
}

test.each<[string, SentConfirmation[], Spool, Side[], unknown[]]>([
  [
    'a condition that is confirmed twice in one body',
    [confirmation(), confirmation({ outcome: 'failed' })],
    byBuyer,
    ['buyer'],
    ['validation_failed', 400, 'confirmations[1]'],
  ],
  [
    'a condition of another Spool',
    [confirmation({ conditionId: `cond_${hex(9)}` })],
    byBuyer,
    ['buyer'],
    ['validation_failed', 422, 'confirmations[0].condition_id'],
  ],
  [
    'a condition that a checker decides',
    [confirmation({ conditionId: `cond_${hex(1)}` })],
    byBuyer,
    ['buyer'],
    ['validation_failed', 422, 'confirmations[0].condition_id'],
  ],
  [
    'another method than was agreed',
    [both()],
    byBuyer,
    ['buyer'],
    ['validation_failed', 422, 'confirmations[0].method'],
  ],
  [
    'evidence that the Spool does not hold',
    [confirmation({ evidenceRefs: [evidenceId, `ev_${hex(2)}`] })],
    byBuyer,
    ['buyer'],
    ['validation_failed', 422, 'confirmations[0].evidence_refs[1]'],
  ],
  [
    'a buyer confirmation by the provider',
    [confirmation()],
    byBuyer,
    ['provider'],
    ['forbidden', 403, 'confirmations[0].method', 'buyer_side_only'],
  ],
  [
    'a waiver by the provider',
    [both({ outcome: 'waived' })],
    byBoth,
    ['provider'],
    ['forbidden', 403, 'confirmations[0].outcome', 'buyer_side_only'],
  ],
])('%s is refused', (_, inputs, spool, sides, expected) => {
  expect(refusalOf(inputs, spool, sides)).toEqual(expected)
})

test('what both must confirm needs a confirmation of each side, and each side gives only its own', () => {
  const confirmedBy = (sides: Side[], spool: Spool): Spool => recorded([both()], spool, sides).spool
  const halfWay = confirmedBy(['provider'], byBoth)
  expect(neededConfirmations(halfWay)).toEqual([{ conditionId: `cond_${hex(0)}`, side: 'buyer' }])
  expect(neededConfirmations(confirmedBy(['buyer'], halfWay))).toEqual([])
  expect(neededConfirmations(confirmedBy(['buyer', 'provider'], byBoth))).toEqual([])
})

test('a waiver of the buyer leaves nothing to wait for, and speaks for the buyer alone', () => {
  const given = givenConfirmations([both({ outcome: 'waived' })], byBoth, ['buyer', 'provider'], held)
  expect(given.map(({ side, outcome }) => [side, outcome])).toEqual([['buyer', 'waived']])
  const { spool } = recorded([both({ outcome: 'waived' })], byBoth, ['buyer', 'provider'])
  expect(neededConfirmations(spool)).toEqual([])
})

test('a later confirmation of a side replaces its earlier one and leaves the other side alone', () => {
  const first = recorded([both()], byBoth, ['buyer', 'provider']).spool
  const { spool } = recorded([both({ outcome: 'failed' })], first, ['buyer'])
  expect(spool.state.confirmations).toEqual({
    [`cond_${hex(0)}`]: { buyer: 'failed', provider: 'passed' },
  })
})

test('a confirmation is kept as evidence that says who gave it and of what, and whose content has the digest it states', () => {
  const { items, entries } = recorded(
    [confirmation({ detail: 'As agreed.', evidenceRefs: [evidenceId] })],
    byBuyer,
    ['buyer'],
  )
  const [kept] = items
  expect(kept?.item).toMatchObject({
    id: 'ev_0_buyer',
    type: 'confirmation',
    source: 'confirmation:buyer_confirm',
    onBehalfOf: 'buyer',
    claimClass: 'actor_identity',
    provenance: 'caller_declared',
    contentDigest: hashes.sha256Hex(kept?.content.text ?? ''),
  })
  const digest = hashes.confirmedEvidence(`cond_${hex(0)}`, [
    { evidence_id: evidenceId, content_digest: held[0]?.contentDigest ?? null },
  ])
  expect(JSON.parse(kept?.content.text ?? '')).toEqual({
    kind: 'confirmation',
    method: 'buyer_confirm',
    outcome: 'passed',
    party: 'buyer',
    evidence_refs: [evidenceId],
    confirmed_evidence_digest: digest,
    detail: 'As agreed.',
  })
  expect(entries[0]?.data).toMatchObject({ confirmed_evidence_digest: digest })
})

describe('evidence that comes after a confirmation', () => {
  const added = (spool: Spool, item: Evidence, evidence: Evidence[] = held) =>
    voidConfirmations({ spool, entries: [], evidence: [item] }, evidence, { at, hashes })
  const confirmed = recorded([confirmation()], byBuyer, ['buyer']).spool
  const replacing = delivered(`ev_${hex(2)}`)

  test('makes it void where it changes what was confirmed, and its side is asked again and told why', () => {
    const { spool, entries } = added(confirmed, replacing)
    expect(entries).toMatchObject([
      {
        type: 'confirmation.voided',
        data: {
          condition_id: `cond_${hex(0)}`,
          side: 'buyer',
          evidence_id: 'ev_0_buyer',
          because_of: [replacing.id],
        },
      },
    ])
    expect(spool.state.status.verification).toBe('awaiting_confirmation')
    expect(neededConfirmations(spool)).toEqual([{ conditionId: `cond_${hex(0)}`, side: 'buyer' }])
    const next = nextStepOf(spool, flagsOf(spool, new Date(at)), new Date(at))
    expect([next.type, next.actor]).toEqual(['await_confirmation', 'buyer'])
    expect(next.reason).toContain(`before evidence ${replacing.id} changed what was delivered`)
    expect(
      recorded([confirmation()], spool, ['buyer'], [...held, replacing]).spool.state.confirmations,
    ).toEqual(confirmed.state.confirmations)
  })

  test('leaves it where it is of the buyer', () => {
    const ofBuyer = delivered(`ev_${hex(2)}`, { onBehalfOf: 'buyer', submittedBy: `pty_${hex(1)}` })
    const { spool, entries } = added(confirmed, ofBuyer)
    expect([entries, spool.state.confirmations]).toEqual([[], confirmed.state.confirmations])
  })

  test('of the same delivery makes it void under whichever condition it is sent', () => {
    const elsewhere = delivered(`ev_${hex(2)}`, { conditionId: `cond_${hex(1)}` })
    expect(added(confirmed, elsewhere).spool.state.confirmations).toEqual({})
    const byFirstRules = (spool: Spool): Spool => ({
      ...spool,
      agreement: {
        ...spool.agreement,
        plan: { ...spool.agreement.plan, evidence_policy_version: '1' },
      },
    })
    const before = recorded([confirmation()], byFirstRules(byBuyer), ['buyer']).spool
    expect(added(before, elsewhere).spool.state.confirmations).toEqual(before.state.confirmations)
  })

  test('voids one that referred to what it replaces, under whichever condition that is', () => {
    const elsewhere = delivered(`ev_${hex(3)}`, { conditionId: `cond_${hex(1)}` })
    const evidence = [...held, elsewhere]
    const { spool } = recorded([confirmation({ evidenceRefs: [elsewhere.id] })], byBuyer, ['buyer'], evidence)
    const next = delivered(`ev_${hex(4)}`, { conditionId: `cond_${hex(1)}` })
    expect(added(spool, next, evidence).entries).toHaveLength(1)
  })

  test('voids one of a condition without evidence of its own, which is about all that was delivered', () => {
    const elsewhere = delivered(`ev_${hex(3)}`, { conditionId: `cond_${hex(1)}` })
    const { spool } = recorded([confirmation()], byBuyer, ['buyer'], [elsewhere])
    const next = delivered(`ev_${hex(4)}`, { conditionId: `cond_${hex(1)}` })
    expect(added(spool, next, [elsewhere]).entries).toHaveLength(1)
  })

  test('is not confirmed by a word that names nothing, whatever it says', () => {
    const plain = { isOfReadVersion: false }
    for (const outcome of ['passed', 'failed', 'waived'] as const) {
      const act = () => recorded([confirmation({ ...plain, outcome })], byBuyer, ['buyer'])
      expect(taken(act)).toEqual([
        'validation_failed',
        422,
        'confirmations[0].evidence_refs',
        'evidence_not_named',
      ])
      expect(act).toThrow(
        expect.objectContaining({
          options: expect.objectContaining({ remediation: expect.stringContaining(evidenceId) as string }),
        }),
      )
    }
    const named = confirmation({ ...plain, evidenceRefs: [evidenceId] })
    expect(recorded([named], byBuyer, ['buyer']).items).toHaveLength(1)
    expect(recorded([confirmation(plain)], byBuyer, ['buyer'], []).items).toHaveLength(1)
  })

  test('is not confirmed by naming a part of the delivery, whichever conditions it was sent for', () => {
    const second = delivered(`ev_${hex(5)}`, { source: 'second report' })
    const elsewhere = delivered(`ev_${hex(6)}`, { conditionId: `cond_${hex(1)}` })
    const now = [...held, second, elsewhere]
    const naming = (...evidenceRefs: string[]) =>
      recorded([confirmation({ isOfReadVersion: false, evidenceRefs })], byBuyer, ['buyer'], now)
    expect(taken(() => naming(evidenceId)).slice(1)).toEqual([
      409,
      'confirmations[0].evidence_refs',
      'evidence_changed',
    ])
    for (const part of [[elsewhere.id], [evidenceId, second.id]]) {
      expect(taken(() => naming(...part))[3]).toBe('evidence_changed')
    }
    expect(naming(evidenceId, second.id, elsewhere.id).items).toHaveLength(1)
  })

  test('of a condition without evidence of its own is all that was delivered', () => {
    const [first, second] = [3, 4].map((n) =>
      delivered(`ev_${hex(n)}`, { conditionId: `cond_${hex(1)}`, source: `report ${n}` }),
    ) as [Evidence, Evidence]
    const naming = (...evidenceRefs: string[]) =>
      recorded([confirmation({ isOfReadVersion: false, evidenceRefs })], byBuyer, ['buyer'], [first, second])
    expect(taken(() => naming())[3]).toBe('evidence_not_named')
    expect(taken(() => naming(first.id))[3]).toBe('evidence_changed')
    expect(naming(first.id, second.id).items).toHaveLength(1)
  })

  test('is not what a person confirmed who was shown the evidence before it', () => {
    const shownDigest = confirmableDigest(byBuyer, held, { conditionId: `cond_${hex(0)}` }, hashes)
    const now = [...held, replacing]
    const reasonOf = (change: Partial<SentConfirmation>) =>
      taken(() => recorded([confirmation(change)], byBuyer, ['buyer'], now))
    expect(reasonOf({ shownDigest })).toEqual([
      'conflict',
      409,
      'confirmations[0].evidence_digest',
      'evidence_changed',
    ])
    expect(reasonOf({ evidenceRefs: [evidenceId] })).toEqual([
      'conflict',
      409,
      'confirmations[0].evidence_refs[0]',
      'evidence_changed',
    ])
    expect(recorded([confirmation({ shownDigest })], byBuyer, ['buyer']).items).toHaveLength(1)
  })
})

describe('evidence of type confirmation', () => {
  const draft = (metadata: object, change: object = {}) =>
    evidenceDraftOf({
      condition_id: `cond_${hex(0)}`,
      type: 'confirmation',
      source: 'key of the provider',
      metadata: { method: 'both_confirm', outcome: 'passed', ...metadata },
      ...change,
    })
  const viewerAs = (index: 0 | 1): Viewer => ({
    party: byBoth.agreement.parties[index] ?? null,
    isCreator: index === 0,
    scope: 'counterparty',
    mayMoveMoney: true,
    sides: [index === 0 ? 'buyer' : 'provider'],
  })
  const given = (sent: ReturnType<typeof draft>, viewer = viewerAs(1), spool = byBoth) =>
    confirmByEvidence(
      confirmationIn(sent) as SentConfirmation,
      sent,
      { spool, evidence: held, viewer },
      facts,
    )

  test('is the confirmation of the side that sends it, and once all are there the Spool waits for a run', () => {
    const waiting = {
      ...byBoth.state,
      status: { ...byBoth.state.status, verification: 'awaiting_confirmation' as const },
    }
    const seen = { evidence_refs: [evidenceId] }
    const first = given(draft({ ...seen, detail: 'Done.' }), viewerAs(1), { ...byBoth, state: waiting })
    expect(first.entries.map(({ type }) => type)).toEqual(['confirmation.recorded'])
    expect(first.evidence).toMatchObject([{ type: 'confirmation', onBehalfOf: 'provider' }])
    expect(first.spool.state.confirmations).toEqual({ [`cond_${hex(0)}`]: { provider: 'passed' } })
    expect(first.spool.state.status.verification).toBe('awaiting_confirmation')
    const second = given(draft(seen), viewerAs(0), first.spool)
    expect(neededConfirmations(second.spool)).toEqual([])
    expect(second.spool.state.status.verification).toBe('pending')
    expect(second.spool.state.evidenceCount).toBe(byBoth.state.evidenceCount)
  })

  test.each<[string, () => unknown, unknown[]]>([
    [
      'in the name of the other side',
      () => given(draft({}, { on_behalf_of: 'buyer' })),
      ['forbidden', 403, 'on_behalf_of', 'buyer_side_only'],
    ],
    [
      'that waives, of the provider',
      () => given(draft({ outcome: 'waived' })),
      ['forbidden', 403, 'metadata.outcome', 'buyer_side_only'],
    ],
    [
      'by another method',
      () => given(draft({ method: 'buyer_confirm' })),
      ['validation_failed', 422, 'metadata.method'],
    ],
    [
      'without an outcome',
      () => given(draft({ outcome: undefined })),
      ['validation_failed', 422, 'metadata.outcome'],
    ],
    ['with another member', () => given(draft({ text: 'yes' })), ['validation_failed', 422, 'metadata.text']],
    [
      'that does not name the evidence',
      () => given(draft({})),
      ['validation_failed', 422, 'metadata.evidence_refs', 'evidence_not_named'],
    ],
    [
      'of evidence that is not there',
      () => given(draft({ evidence_refs: [`ev_${hex(9)}`] })),
      ['validation_failed', 422, 'metadata.evidence_refs[0]'],
    ],
  ])('%s is refused', (_name, act, expected) => {
    expect(taken(act)).toEqual(expected)
  })

  test('is a document where it says neither method nor outcome', () => {
    expect(
      confirmationIn(draft({ method: undefined, outcome: undefined, text: 'The signed protocol.' })),
    ).toBeNull()
  })

  test('is allowed to a side that has used up its room for evidence', () => {
    const full = { ...byBoth, state: { ...byBoth.state, evidenceCount: 100 } }
    expect(findDenial('evidence', actionContextOf(full, viewerAs(1), new Date(at)))).toBeNull()
  })
})
