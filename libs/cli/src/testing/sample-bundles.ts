import { readFileSync } from 'node:fs'
import { type JsonObject, toBase64Url } from '@outturn/canonical'
import { createEd25519Signer } from '@outturn/canonical/node'
import type { DeterministicCheck } from '@outturn/checkers'
import type { EvidenceContent, ObservationSet, RecordedOpinion } from '@outturn/agreement'
import { parseKeyDocument, type ReplayBundle } from '@outturn/receipt-verifier'
import { contentDigest } from '@outturn/evaluation'
import { confirmedEvidenceDigest, externalResultPreimage } from '@outturn/receipt-verifier/issuing'
import { type ReplayReport, replayBundle } from '../replay/replay-bundle.ts'
import { withManifest } from '@outturn/receipt-verifier/with-manifest'
import { conditionId, evidenceId, issuedBundle, keys, statusSigner } from './issued-bundle.ts'

const goldenFile = new URL('../../../../test/vectors/bundle/golden.json', import.meta.url)
export const golden = JSON.parse(readFileSync(goldenFile, 'utf8')) as ReplayBundle

const receiptFile = new URL('../../../../test/vectors/receipt/golden.json', import.meta.url)
/** The answer of the status route that the golden receipt was revoked, signed. */
export const { revoked } = JSON.parse(readFileSync(receiptFile, 'utf8')) as { revoked: JsonObject }

export const emails = { kind: 'rows', rows: [{ email: 'a@example.com' }, { email: '' }] } as const
export const names = { kind: 'rows', rows: [{ name: 'A' }, { name: 'B' }] } as const
export const everyEmail: DeterministicCheck = { checker: 'completeness', required_fields: ['email'] }
export const everyName: DeterministicCheck = { checker: 'completeness', required_fields: ['name'] }
export const twoUnits = { total_units: 2, unit_amount_cents: 100 } as const
export const byEmail = { ...twoUnits, identity: { source_key: 'email', visibility: 'label' } } as const

const url = 'https://example.com/report'
const seenAt = '2026-01-01T00:00:01.000Z'
const seen: ObservationSet = {
  evidenceId: evidenceId(8),
  conditionId: conditionId(0),
  observedAt: seenAt,
  receivedAt: seenAt,
  observations: [{ url, final_url: url, status: 200, failure: null, at: seenAt }],
}

export const identified = issuedBundle([{ check: everyEmail, content: emails }], byEmail)
export const observed = issuedBundle(
  [{ check: { checker: 'http_status', url }, content: { kind: 'text', text: 'see there' } }],
  null,
  { observations: [seen] },
)

const report = 'The plant runs. \u{1f331} Output: 40 t a day.'
const quote = 'Output: 40 t a day'
const start = new TextEncoder().encode(report.slice(0, report.indexOf(quote))).length
const opinion: RecordedOpinion = {
  evidenceId: evidenceId(8),
  conditionId: conditionId(0),
  observedAt: seenAt,
  receivedAt: seenAt,
  opinion: {
    judge: 'openai_compatible',
    model: 'example-model',
    model_version: 'example-model-1',
    prompt_digest: `sha256:${'1'.repeat(64)}`,
    verdict: 'supported',
    citations: [{ evidence_id: evidenceId(0), start, end: start + quote.length, quote }],
    failure: null,
  },
}

const laboratory = createEd25519Signer(new Uint8Array(32).fill(9))

type LaboratoryResult = Extract<EvidenceContent, { kind: 'external_result' }>

/** A run judged by a model, by the buyer and by an outside laboratory, whose result may be tampered with before it is issued. */
export function witnessedRun(tampered: Partial<LaboratoryResult> = {}, proofType = 'ed25519'): ReplayBundle {
  const public_key = toBase64Url(laboratory.publicKey)
  const proof = proofType === 'ed25519' ? { type: 'ed25519' as const, public_key } : labSecret
  return issuedBundle(
    [
      {
        check: { claim_cited: { claim: 'It makes 40 tonnes daily' } },
        content: { kind: 'text', text: report },
      },
      { check: { confirmation_method: 'buyer_confirm' }, content: buyerConfirmed },
      {
        check: { external_judge: { id: 'qa-lab-1', name: 'QA Lab', proof } },
        content: (agreementHash) => ({ ...laboratoryResult(agreementHash), ...tampered }),
      },
    ],
    null,
    { opinions: [opinion] },
  )
}

const labSecret = { type: 'hmac_sha256', source_id: 'lab' } as const

const buyerConfirmed = {
  kind: 'confirmation',
  method: 'buyer_confirm',
  outcome: 'passed',
  party: 'buyer',
  evidence_refs: [],
  confirmed_evidence_digest: confirmedEvidenceDigest('example', conditionId(1), [
    { evidence_id: evidenceId(0), content_digest: contentDigest({ kind: 'text', text: report }) },
  ]),
} as const

function laboratoryResult(agreementHash: string): LaboratoryResult {
  const judgment = {
    agreement_hash: agreementHash,
    evaluator: 'qa-lab-1',
    verdict: 'pass',
    condition_results: [{ condition_id: conditionId(2), result: 'pass' }],
    observed_at: '2026-01-01T00:00:00Z',
    evidence_refs: [],
  } as const
  const text = externalResultPreimage('example', { ...judgment, spool_id: 'spl_000000000000000000000001' })
  const proof = { type: 'ed25519', signature: laboratory.sign(text) }
  return { kind: 'external_result', ...judgment, proof }
}

export const witnessed = witnessedRun()

/** A bundle as its service would sign it, whatever was changed in it. */
export function signedAnew(bundle: ReplayBundle): ReplayBundle {
  return withManifest(bundle, statusSigner) as unknown as ReplayBundle
}

/** The report on a bundle by the keys of its issuer, whatever keys it brings along. */
export function replayed(bundle: ReplayBundle): ReplayReport {
  const trustSet = parseKeyDocument(bundle.receipt.environment === 'demo' ? golden.keys : keys)
  return replayBundle(signedAnew(bundle), trustSet)
}
