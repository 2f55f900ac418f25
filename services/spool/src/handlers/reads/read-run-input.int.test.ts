import { findParameterProblem } from '@outturn/checkers'
import { canonicalJson, digestOf } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'
import { contentDigest } from '@outturn/evaluation'
import {
  BundledRunInput,
  deliveryInput,
  type OneCallRequest,
  type Principal,
  Refusal,
} from '@outturn/contracts'
import { type CommandContext, RawReply, rawReply } from '@outturn/messaging'
import { beforeAll, expect, test } from 'vitest'
import { draftAgreement } from '../../domain/agreement/draft-agreement.ts'
import { sentRows } from '../../wire/sent-rows.ts'
import { deliveredEvidence } from '../../domain/submissions/delivered-evidence.ts'
import { nextVersion } from '../../domain/model/decision.ts'
import { oneCall } from '../../domain/runs/one-call.ts'
import { oneCallDraft } from '../../wire/one-call-draft.ts'
import { deliveryDraftOf } from '../../wire/evidence-request.ts'
import { spoolHashes } from '../../flows/hashes.ts'
import { commitSpools } from '../../store/commit-spool.ts'
import { testPool } from '../../testing/test-pool.ts'
import type { SpoolDeps } from '../../deps.ts'
import { handleReadEvidenceContent } from './read-evidence-content.ts'
import { handleReadRunInput } from './read-run-input.ts'

const at = '2026-01-01T00:00:00.000Z'
const runId = 'vr_000000000000000000000001'
const spoolId = 'spl_000000000000000000000001'
const accountId = 'acc_000000000000000000000001'
const hashes = spoolHashes('outturn')
const salt = new Uint8Array(32).fill(9)
const request: OneCallRequest = {
  conditions: [],
  unit: { total_units: 2, unit_amount_cents: 100 },
  evidence: { type: 'dataset', rows: [{ email: 'a@example.com' }, { 'odd"name\\': ['é', null, 1.5] }] },
}
const check = { checker: 'row_count', expected: 2 } as const
const pool = await testPool()
let planHash: string
let agreementHash: string

beforeAll(agreeSample)

async function agreeSample(): Promise<void> {
  const hex = '000000000000000000000001'
  const conditions = [
    {
      description: 'Two rows.',
      required: true,
      verification_method: 'deterministic' as const,
      deterministic_check: check,
    },
  ]
  const initiator = { accountId, name: 'Acme', kind: 'agent' as const }
  const unhashed = draftAgreement(
    oneCallDraft(request, { conditions, recipe: null, fieldsFrom: null }, initiator),
    {
      accountId,
      activeAccounts: new Set(),
      now: new Date(at),
      partyId: (index) => `pty_${hex.replace('1', String(index + 1))}`,
      conditionId: () => `cond_${hex}`,
      adapters: null,
      canFetch: true,
      findProblem: findParameterProblem,
    },
  )
  const agreement = hashes.hashed(spoolId, unhashed)
  ;({ planHash, agreementHash } = agreement)
  const { rows } = deliveryInput(request)
  const delivery = deliveredEvidence(deliveryDraftOf(request, sentRows(rows)), agreement.conditions, {
    at,
    evidenceId: () => `ev_${hex}`,
    hashes,
  })
  const facts = { spoolId, shareId: `shr_${hex}`, environment: 'production' as const, accountId, at, runId }
  const decision = oneCall(agreement, delivery, facts)
  const commandId = `cmd_${hex}`
  await commitSpools(pool, [
    {
      origin: {
        kind: 'command',
        commandId,
        command: 'spool.verify-delivery',
        bodyDigest: 'a'.repeat(64),
        reply: null,
        isKept: true,
      },
      before: null,
      salt,
      ...nextVersion(decision, at, { eventHash: hashes.eventHash, entryId: (type) => `evt_${type}` }),
      outbox: [],
      evidence: { from: 0, items: delivery.items, contents: [delivery.content] },
      opens: {
        runId,
        spoolId,
        accountId,
        commandId,
        nonce: `n_${hex}`,
        history: { seq: 2, hash: 'e'.repeat(64) },
        requestedAt: at,
        leaseUntil: at,
        attempts: 0,
        unclaimedAfter: null,
        request: { kind: 'delivery' },
      },
      at,
    },
  ])
}

async function read(principal: Principal, of = runId): Promise<string> {
  const handle = handleReadRunInput({ pool, environment: 'production', hashes })
  const reply = await handle({ runId: of }, { principal } as CommandContext)
  if (!(reply instanceof RawReply)) throw new Error('the reply is not the text of a bundle')
  return String(reply.payload)
}

const party = {
  kind: 'account',
  accountId,
  accountName: 'Acme',
  accountKind: 'agent',
  via: { kind: 'key', keyId: 'key_1', scope: 'full' },
} as const

test('a party reads what the run was given, with texts that have the hashes of the agreement', async () => {
  const text = await read(party)
  const input = BundledRunInput.parse(JSON.parse(text))
  expect(digestOf(canonicalJson(input.agreement), nodeSha256)).toBe(agreementHash)
  expect(digestOf(canonicalJson(input.plan), nodeSha256)).toBe(planHash)
  const digest = input.evidence[0]?.content_digest ?? ''
  expect(input.contents[digest]).toEqual({ kind: 'rows', rows: request.evidence.rows })
  expect(contentDigest(input.contents[digest] as never)).toBe(digest)
  expect(input.evaluated_at).toBe(at)
})

test('nothing of the private salt, the account or the random part of the receipt is in it', async () => {
  const text = await read(party)
  for (const form of ['base64', 'base64url', 'hex'] as const) {
    expect(text).not.toContain(Buffer.from(salt).toString(form))
  }
  expect(text).not.toContain(accountId)
  expect(text).not.toContain('n_000000000000000000000001')
})

test.each<[string, Principal, string]>([
  ['another account', { ...party, accountId: 'acc_000000000000000000000002' }, runId],
  ['a key bound to another Spool', { ...party, spoolId: 'spl_000000000000000000000002' }, runId],
  ['the public', { kind: 'public' }, runId],
  ['a party that asks for a run that never was', party, 'vr_000000000000000000000002'],
])('%s is told that there is no such run', async (_, principal, of) => {
  const refusal = await read(principal, of).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({ code: 'not_found', message: 'There is no such run.' })
})

test('a content is answered as it is stored, neither read nor written anew', async () => {
  const { rows } = await pool.query<{ digest: string; content: string }>(
    'select content_digest as digest, content from evidence_content where spool_id = $1',
    [spoolId],
  )
  const [stored] = rows
  const readContent = handleReadEvidenceContent({ pool } as SpoolDeps)
  const reply = await readContent({ spoolId, contentKey: stored?.digest ?? '' }, {} as CommandContext)
  expect(reply).toEqual(rawReply(`{"content":${stored?.content}}`))
})
