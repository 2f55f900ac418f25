import { generateKeyPairSync, sign } from 'node:crypto'
import { canonicalJson } from '@outturn/canonical'
import {
  type CommandOutput,
  type Principal,
  previewVerification,
  readSpool,
  recordExternalResult,
  submitEvidence,
  type VerifySpoolRequest,
  verifySpool,
} from '@outturn/contracts'
import { clockAhead } from '@outturn/testkit'
import { refusalOfPending } from '@outturn/testkit/refusals'
import { expect, test } from 'vitest'
import { agreedSpools, looksGood, word } from '../../testing/agreed-spools.ts'
import { sentVerification } from '../../testing/sent-verification.ts'
import { buyer, everyRowHasEmail as rows, provider, withScope } from '../../testing/two-parties.ts'

const clock = clockAhead()
const { spools, accepted, deliver, verify, seenWord, codesOf, typesOf } = await agreedSpools(clock)

test('a word that is missing is waited for, free of charge, and with it the run is made', async () => {
  const { id, conditions } = await accepted([{ ...looksGood, confirmation_method: 'both_confirm' }])
  const mine = { method: 'both_confirm' as const }
  const charged = spools.fakes.reserved.length
  const waiting = await verify(id, provider, word(conditions[0], mine))
  expect(waiting).toMatchObject({
    status: { verification: 'awaiting_confirmation' },
    receipt: null,
    verification_run_id: null,
    next_step: { type: 'await_confirmation', actor: 'buyer' },
  })
  expect(await verify(id, provider)).toMatchObject({ version: waiting.version, receipt: null })
  expect(spools.fakes.reserved.length).toBe(charged)
  const done = await verify(id, buyer, word(conditions[0], mine))
  expect(done).toMatchObject({ status: { verification: 'pass' }, earned_cents: 200 })
  expect(done.evidence.map(({ on_behalf_of: side, source }) => [side, source])).toEqual([
    ['provider', 'confirmation:both_confirm'],
    ['buyer', 'confirmation:both_confirm'],
  ])
  expect(done.receipt?.evidence.map(({ content_digest: digest }) => digest)).toEqual(
    done.evidence.map(({ content_digest: digest }) => digest),
  )
})

test('an invited party gives its word by evidence, and the buyer verifies once all words are there', async () => {
  const { id, conditions } = await accepted([{ ...looksGood, confirmation_method: 'both_confirm' }])
  const invited: Principal = { ...withScope(provider, 'counterparty'), spoolId: id }
  const waiting = await verify(id, buyer, word(conditions[0], { method: 'both_confirm' }))
  expect(waiting.next_step).toMatchObject({ type: 'await_confirmation', actor: 'provider' })
  const seen = (await spools.send(readSpool, { id }, invited)) as CommandOutput<typeof verifySpool>
  expect(seen.economics.allowed_actions).toContain('evidence')
  expect(seen.next_step.reason).toContain('submit evidence of type confirmation with method both_confirm')
  const request = {
    condition_id: conditions[0] ?? '',
    type: 'confirmation' as const,
    source: 'key of the provider',
    metadata: { method: 'both_confirm', outcome: 'passed' },
  }
  const forBuyer = { spoolId: id, request: { ...request, on_behalf_of: 'buyer' } }
  expect(await codesOf(spools.send(submitEvidence, forBuyer, invited))).toEqual([
    'forbidden',
    403,
    'buyer_side_only',
  ])
  const given = await spools.send(submitEvidence, { spoolId: id, request }, invited)
  expect(given).toMatchObject({ status: { verification: 'pending' }, next_step: { type: 'rerun_allowed' } })
  const done = await verify(id, buyer)
  expect(done).toMatchObject({ status: { verification: 'pass' }, earned_cents: 200 })
  expect(done.receipt?.evidence.map(({ confirmed_evidence_digest: digest }) => typeof digest)).toEqual([
    'string',
    'string',
  ])
})

test('a word and a swap of what it is about, sent at once, never pass what was not seen', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { id, conditions } = await accepted([looksGood])
    const [conditionId = ''] = conditions
    const before = await deliver(id, conditionId, ['a@example.com'])
    const [seen] = before.evidence
    const shown = before.conditions[0]?.confirmation?.evidence_digest ?? undefined
    const [confirming, replacing] = await Promise.allSettled([
      verify(id, buyer, word(conditionId, { evidence_digest: shown })),
      deliver(id, conditionId, ['swapped@example.com']),
    ])
    if (confirming.status === 'rejected') {
      expect(await codesOf(Promise.reject(confirming.reason as Error))).toEqual([
        'conflict',
        409,
        'evidence_changed',
      ])
      expect(replacing.status).toBe('fulfilled')
      continue
    }
    const { receipt } = confirming.value
    expect(receipt?.result).toBe('pass')
    expect(receipt?.evidence.map(({ evidence_id: evidence, status }) => [evidence, status])).toEqual([
      [seen?.id, 'present'],
      [expect.any(String), 'present'],
    ])
  }
})

test('a word that names nothing binds nothing that is there: by each way it is refused, and the refs or the tag of what was read pass', async () => {
  const { id, conditions } = await accepted([looksGood])
  const [conditionId = ''] = conditions
  const { version, evidence } = await deliver(id, conditionId, ['a@example.com'])
  const said = { method: 'buyer_confirm', outcome: 'passed' }
  const item = (metadata: object) => ({
    spoolId: id,
    request: {
      condition_id: conditionId,
      type: 'confirmation' as const,
      source: 'desk',
      metadata: { ...said, ...metadata },
    },
  })
  const notNamed = ['validation_failed', 422, 'evidence_not_named']
  const refused = await refusalOfPending(verify(id, buyer, word(conditionId)))
  expect(refused.options.remediation).toContain(evidence[0]?.id)
  const preview = (request: VerifySpoolRequest, expectedVersions?: number[]) =>
    spools.send(previewVerification, { spoolId: id, expectedVersions, ...sentVerification(request) }, buyer)
  const severalVersions = { spoolId: id, expectedVersions: [version, version + 1] }
  for (const plain of [
    () => verify(id, buyer, word(conditionId)),
    () => verify(id, buyer, word(conditionId, { outcome: 'waived' })),
    () => spools.send(verifySpool, { ...severalVersions, request: word(conditionId) }, buyer),
    () => spools.send(submitEvidence, item({}), buyer),
    () => preview(word(conditionId)),
  ])
    expect(await codesOf(plain())).toEqual(notNamed)
  expect(await preview(word(conditionId), [version])).toMatchObject({ result: 'pass' })
  expect(await codesOf(preview(word(conditionId), [version + 1]))).toEqual([
    'store_conflict',
    409,
    'version_mismatch',
  ])
  await deliver(id, conditionId, ['swapped@example.com'])
  const old = { evidence_refs: [evidence[0]?.id] }
  const changed = ['conflict', 409, 'evidence_changed']
  expect(await codesOf(verify(id, buyer, word(conditionId, old)))).toEqual(changed)
  expect(await codesOf(verify(id, buyer, word(conditionId, { ...old, outcome: 'failed' })))).toEqual(changed)
  expect(await codesOf(spools.send(submitEvidence, item(old), buyer))).toEqual(changed)
  const read = (await spools.send(readSpool, { id }, buyer)) as CommandOutput<typeof verifySpool>
  const byTag = { spoolId: id, expectedVersions: [read.version], request: word(conditionId) }
  expect(await spools.send(verifySpool, byTag, buyer)).toMatchObject({ status: { verification: 'pass' } })
})

test('a swapped delivery voids the word on it: there is no run until it is given again, and the history says so', async () => {
  const { id, conditions } = await accepted([rows, { ...looksGood, confirmation_method: 'both_confirm' }])
  const [byRows = '', byPeople = ''] = conditions
  const mine = { method: 'both_confirm' as const }
  await deliver(id, byRows, ['a@example.com'])
  await verify(id, buyer, await seenWord(id, byPeople, mine))
  const swapped = await deliver(id, byRows, ['b@example.com'])
  expect(swapped).toMatchObject({
    status: { verification: 'awaiting_confirmation' },
    next_step: { type: 'await_confirmation', actor: 'buyer' },
  })
  expect(swapped.conditions[1]?.confirmation?.given).toMatchObject([
    { side: 'buyer', outcome: null, voided_by: swapped.evidence.at(-1)?.id },
  ])
  const renewed = await seenWord(id, byPeople, mine)
  expect(await verify(id, provider, renewed)).toMatchObject({ receipt: null })
  const done = await verify(id, buyer, renewed)
  expect(done.status.verification).toBe('pass')
  expect((await typesOf(id)).filter((type) => type.startsWith('confirmation.'))).toEqual([
    'confirmation.recorded',
    'confirmation.voided',
    'confirmation.recorded',
    'confirmation.recorded',
  ])
})

test('what a person said no to can be said yes to later, until the verdict is final', async () => {
  const { id, conditions } = await accepted([looksGood])
  expect(await verify(id, buyer, word(conditions[0], { outcome: 'failed' }))).toMatchObject({
    status: { verification: 'fail' },
    terminal: false,
  })
  expect(await verify(id, buyer, word(conditions[0]))).toMatchObject({ status: { verification: 'pass' } })
})

test('the signed result of the declared judge decides, once, and the latest observation counts', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { id, conditions, spool } = await accepted([
    {
      description: 'The lab passes it.',
      required: true,
      verification_method: 'external_tool',
      external_judge: {
        id: 'qa-lab-1',
        name: 'QA Lab',
        proof: { type: 'ed25519', public_key: publicKey.export({ format: 'jwk' }).x ?? '' },
      },
    },
  ])
  const judged = (result: 'pass' | 'fail', observedAt: string) => {
    const signed = {
      evaluator: 'qa-lab-1',
      verdict: result,
      condition_results: [{ condition_id: conditions[0] ?? '', result }],
      observed_at: observedAt,
    }
    const text = canonicalJson({
      schema: 'outturn/external-result@1',
      spool_id: id,
      agreement_hash: spool.agreement.agreement_hash,
      ...signed,
      evidence_refs: [],
    })
    const signature = sign(null, Buffer.from(text), privateKey).toString('base64url')
    return { ...signed, proof: { type: 'ed25519' as const, signature } }
  }
  const record = (request: ReturnType<typeof judged>) =>
    spools.send(recordExternalResult, { spoolId: id, request }, provider)
  const [early, late] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'] as const

  const forged = { ...judged('pass', early), verdict: 'pass' as const, observed_at: late }
  expect(await codesOf(record(forged))).toEqual(['validation_failed', 422, 'invalid_signature'])
  const first = await record(judged('fail', early))
  expect(first.evidence).toHaveLength(1)
  expect(await record(judged('fail', early))).toEqual(first)
  expect(await codesOf(record(judged('pass', early)))).toEqual(['conflict', 409, 'result_exists'])
  expect(await verify(id)).toMatchObject({ status: { verification: 'fail' }, terminal: false })
  clock.advance(1_000)
  expect(await record(judged('pass', late))).toMatchObject({ next_step: { type: 'rerun_allowed' } })
  expect(await codesOf(record(judged('pass', '2026-01-01T12:00:00Z')))).toEqual([
    'conflict',
    409,
    'superseded',
  ])
  expect(await verify(id)).toMatchObject({ status: { verification: 'pass' } })
})

test.each(['text', 'json', 'content_base64'] as const)(
  'no one submits what could be taken for a word, as %s or otherwise',
  async (form) => {
    const { id, conditions } = await accepted([looksGood])
    const record = {
      kind: 'confirmation',
      method: 'buyer_confirm',
      outcome: 'passed',
      party: 'buyer',
      evidence_refs: [],
    }
    const text = canonicalJson(record)
    const metadata = {
      text: { text },
      json: { json: record },
      content_base64: {
        content_base64: Buffer.from(text).toString('base64'),
        media_type: 'application/octet-stream',
      },
    }[form]
    const request = {
      condition_id: conditions[0] ?? '',
      type: 'confirmation' as const,
      source: 'confirmation:buyer_confirm',
      metadata,
      on_behalf_of: 'buyer',
    }
    const [code, status] = await codesOf(spools.send(submitEvidence, { spoolId: id, request }, provider))
    expect([code, status]).toEqual(['validation_failed', 422])
  },
)
