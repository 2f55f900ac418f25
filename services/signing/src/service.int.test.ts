import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { nodeSuite } from '@outturn/canonical/node'
import {
  type CommandInput,
  issueReceipt,
  type Principal,
  readKeyDocument,
  readPublicReceipt,
  PassedText,
  readReceipt,
  readReceiptFile,
  readReceiptStatus,
  signAuditStatement,
  verifyAttestation,
} from '@outturn/contracts'
import {
  type OutcomeReceipt,
  parseKeyDocument,
  verifyAuditStatement,
  verifyOutcomeReceipt,
} from '@outturn/receipt-verifier'
import { fixedClock } from '@outturn/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import { KeyFileError } from './domain/keys/key-file.ts'
import {
  goldenKeyId,
  goldenReceiptId,
  goldenRun,
  goldenSignature,
  goldenUnitResults,
} from './testing/golden-run.ts'
import { as, placeAllKeys } from './testing/open-signing.ts'
import { buyer, stranger } from './testing/principals.ts'
import { testSigning } from './testing/test-signing.ts'
import { numberedRun } from './testing/numbered-run.ts'
import { issuedDocuments, issuedText } from './testing/issued.ts'

const asSpool = () => as({ kind: 'service', service: 'spool' })
const asPublic = () => as({ kind: 'public' })
const unknownReceipt = 'ocr_000000000000000000000000'

const clock = fixedClock('2026-01-02T00:00:00.000Z')
const open = await testSigning(clock)

async function issue(command: CommandInput<typeof issueReceipt> = goldenRun()): Promise<string> {
  return issuedText(await open.spool.request(issueReceipt, command, asSpool()))
}

const audit = {
  auditId: 'aud_0123456789abcdef01234567',
  kind: 'promise_replay' as const,
  inputs: { input_digest: `sha256:${'a'.repeat(64)}` },
  resultDigest: `sha256:${'b'.repeat(64)}`,
  currency: null,
  totals: { units: 50, hypothetical_remedy_cents: 1_000 },
  engineVersion: '1.0.0',
  issuedAt: '2026-01-02T00:00:00.000Z',
}

async function signStatement() {
  const asked = as({ kind: 'service', service: 'document-audit' })
  return (await open.documentAudit.request(signAuditStatement, audit, asked)).statement
}

/** The reasons that the Python package finds in each of the cases; null where there is no Python. */
function verifiedInPython(given: object): unknown {
  if (spawnSync('python3', ['--version']).status !== 0) return null
  const program = fileURLToPath(new URL('testing/verify_audit_statements.py', import.meta.url))
  const source = fileURLToPath(new URL('../../../libs/receipt-verifier-python/src', import.meta.url))
  const { stdout, stderr } = spawnSync('python3', [program], {
    input: JSON.stringify(given),
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: source, PYTHONDONTWRITEBYTECODE: '1' },
  })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

async function trustSet() {
  return parseKeyDocument(await open.gateway.request(readKeyDocument, {}, asPublic()))
}

describe('without keys', () => {
  test('nothing is signed or stored, and the instance is not ready', async () => {
    await using replica = await open.startReplica()
    await expect(replica.instance.readiness?.['signing_keys']?.()).rejects.toThrow(
      'No key is active in demo for receipt, attestation, status, log, export, payment.',
    )
    const { body } = await replica.metrics.expose()
    expect(body).toContain('outturn_signing_keys_missing{environment="demo",service="signing"} 6')
    // The readiness of the deployment as a whole shows this text to everyone.
    const need = replica.instance.needs?.find(({ part }) => part === 'signing_keys')
    const lost = await need?.check().catch((error: Error) => error.message)
    expect(lost).toBe(
      'No key is active in demo for receipt, attestation. What it signs is refused; reads are answered.',
    )
    await expect(issue()).rejects.toMatchObject({ code: 'configuration_unavailable' })
    await expect(signStatement()).rejects.toMatchObject({ code: 'configuration_unavailable' })
    const { rows } = await open.pool.query('select 1 from receipt')
    expect(rows).toEqual([])
  })

  test('an attestation cannot be judged', async () => {
    await using _replica = await open.startReplica()
    const attestation = sampleAttestation()
    await expect(open.gateway.request(verifyAttestation, { attestation }, asPublic())).rejects.toMatchObject({
      code: 'trusted_key_unavailable',
    })
  })
})

describe('keys of another kind', () => {
  test('a production key keeps the demo instance from starting', async () => {
    await open.placeKey('receipt', 1, { owner: 'production' })
    await expect(open.startReplica()).rejects.toThrow(KeyFileError)
  })

  test('one key for two purposes keeps it from starting', async () => {
    await open.placeKey('receipt', 1)
    await open.placeKey('attestation', 1)
    await expect(open.startReplica()).rejects.toThrow(KeyFileError)
  })
})

describe('with keys', () => {
  let first: string
  beforeAll(async () => {
    await placeAllKeys(open)
    await open.startReplica()
    first = await issue()
  })

  test('the golden receipt is issued bit for bit', () => {
    const { receiptId, receipt } = JSON.parse(first)
    expect(receiptId).toBe(goldenReceiptId)
    expect(receipt).toEqual({
      ...goldenRun().body,
      unit_results: goldenUnitResults,
      id: goldenReceiptId,
      signing_key_id: goldenKeyId,
      signature: goldenSignature,
    })
  })

  test('asking again, at once or of another replica, gives the same bytes and one stored receipt', async () => {
    await using _other = await open.startReplica()
    const answers = await Promise.all(Array.from({ length: 20 }, () => issue()))
    expect(new Set([first, ...answers]).size).toBe(1)
    const { rows } = await open.pool.query('select receipt from receipt')
    expect(rows).toHaveLength(1)
  })

  test('another body for the same run is refused', async () => {
    const other = goldenRun()
    other.body['nonce'] = 'n_000000000000000000000002'
    await expect(issue(other)).rejects.toMatchObject({
      code: 'conflict',
      options: { reason: 'receipt_exists' },
    })
  })

  test('a body that does not hold is refused and not stored', async () => {
    const forged = goldenRun()
    Object.assign(forged.body, { environment: 'production' })
    await expect(issue(forged)).rejects.toMatchObject({
      code: 'conflict',
      options: { reason: 'environment_mismatch' },
    })
  })

  test('the receipt verifies offline by the published keys', async () => {
    const { receipt } = JSON.parse(first)
    const verdict = verifyOutcomeReceipt(receipt, {
      trustSet: await trustSet(),
      environment: 'demo',
      suite: nodeSuite,
    })
    expect(verdict).toMatchObject({ valid: true, reasons: [], receipt_id: goldenReceiptId })
  })

  describe('reading', () => {
    test('a party reads the receipt with its status and attestation', async () => {
      const { receipt, attestation } = JSON.parse(first)
      expect(
        await open.gateway.request(readReceipt, { receiptId: goldenReceiptId }, as(buyer)),
      ).toMatchObject({
        receipt,
        attestation,
        spool_id: goldenRun().spoolId,
        receipt_url: `https://example.com/r/${goldenReceiptId}`,
        status: { receipt_id: goldenReceiptId, status: 'active', state: 'current' },
        links: {
          bundle: `https://example.com/api/v1/receipts/${goldenReceiptId}/bundle`,
          status: `https://example.com/api/v1/receipts/${goldenReceiptId}/status`,
        },
      })
    })

    test('for a stranger it does not exist, in the same words as one that does not', async () => {
      const refusal = (receiptId: string, principal: Principal) =>
        open.gateway.request(readReceipt, { receiptId }, as(principal)).catch((error: unknown) => error)
      const foreign = await refusal(goldenReceiptId, stranger)
      expect(foreign).toMatchObject({ code: 'not_found' })
      expect(foreign).toEqual(await refusal(unknownReceipt, buyer))
    })

    test('everyone reads the receipt alone', async () => {
      const { receipt } = JSON.parse(first)
      const page = await open.gateway.request(readPublicReceipt, { receiptId: goldenReceiptId }, asPublic())
      // Its place in the log comes a moment after it.
      const { log_proof: _, ...read } = page.receipt
      expect(read).toEqual(receipt)
      expect(Object.keys(page).sort()).toEqual(['receipt', 'status'])
      const unknown = open.gateway.request(readPublicReceipt, { receiptId: unknownReceipt }, asPublic())
      await expect(unknown).rejects.toMatchObject({ code: 'not_found' })
    })

    test('a receipt with megabytes of unit results is shown without them, and its file has every byte', async () => {
      const leaves = goldenUnitResults.map((leaf) => ({ ...leaf, salt: leaf.salt.padEnd(400_000, 'x') }))
      const command = numberedRun(1_000)
      const unitResults = new PassedText(Buffer.from(JSON.stringify(leaves)))
      const issued = await open.spool.request(issueReceipt, { ...command, unitResults }, asSpool())
      const { receiptId } = issued
      const { receipt } = await open.gateway.request(readPublicReceipt, { receiptId }, asPublic())
      const { log_proof: _, ...shown } = receipt
      const { unit_results: results, ...others } = issuedDocuments(issued).receipt
      expect([shown, results]).toEqual([others, leaves])
      const file = await open.gateway.request(readReceiptFile, { receiptId }, asPublic())
      const whole = Buffer.from(issued.receipt.bytes)
      expect(Buffer.from(file.receipt.bytes).subarray(0, whole.length - 1)).toEqual(whole.subarray(0, -1))
      const unknown = open.gateway.request(readReceiptFile, { receiptId: unknownReceipt }, asPublic())
      await expect(unknown).rejects.toMatchObject({ code: 'not_found' })
    })

    test('the status of an unknown receipt is unknown', async () => {
      const status = await open.gateway.request(readReceiptStatus, { receiptId: unknownReceipt }, asPublic())
      expect(status).toEqual({
        receipt_id: unknownReceipt,
        status: 'unknown',
        state: 'unknown',
        advisories: [],
        checked_at: clock.now().toISOString(),
      })
    })

    test('the status carries a proof that the verifier takes, for a day', async () => {
      const status = await open.gateway.request(readReceiptStatus, { receiptId: goldenReceiptId }, asPublic())
      expect(status.status_proof).toMatchObject({ expires_at: '2026-01-03T00:00:00.000Z' })
      const receipt = { ...(JSON.parse(first).receipt as OutcomeReceipt), status_proof: status.status_proof }
      const options = {
        trustSet: await trustSet(),
        environment: 'demo' as const,
        suite: nodeSuite,
        status,
        now: clock.now(),
      }
      expect(verifyOutcomeReceipt(receipt, options)).toMatchObject({
        valid: true,
        advisories: ['log_proof_absent'],
      })
    })
  })

  describe('a statement of an audit', () => {
    const digest = (letter: string) => `sha256:${letter.repeat(64)}`

    test('holds the digests and sums of the audit and nothing else, the same from every replica', async () => {
      await using _other = await open.startReplica()
      const statements = await Promise.all(Array.from({ length: 6 }, () => signStatement()))
      expect(new Set(statements.map((each) => JSON.stringify(each))).size).toBe(1)
      expect(statements[0]).toEqual({
        schema: 'example/audit-statement@1',
        environment: 'demo',
        audit_id: audit.auditId,
        kind: audit.kind,
        inputs: audit.inputs,
        result_digest: audit.resultDigest,
        currency: null,
        totals: audit.totals,
        engine_version: '1.0.0',
        issued_at: audit.issuedAt,
        signing_key_id: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        signature: expect.stringMatching(/^[\w-]{86}$/) as string,
      })
    })

    test('is verified by both packages, which refuse every change of it for the same reasons', async () => {
      const statement = await signStatement()
      const changes: object[] = [
        {},
        { environment: 'production' },
        { audit_id: 'aud_1123456789abcdef01234567' },
        { kind: 'invoice_audit' },
        { inputs: { input_digest: digest('c') } },
        { result_digest: digest('c') },
        { currency: 'USD' },
        { totals: { ...statement.totals, units: 51 } },
        { engine_version: '1.0.1' },
        { issued_at: '2026-01-02T00:00:00.001Z' },
        { signing_key_id: '0'.repeat(64) },
        { signature: 'A'.repeat(86) },
        { note: 'added' },
      ]
      const cases = changes.map((change) => ({ ...statement, ...change }))
      const keys = await open.gateway.request(readKeyDocument, {}, asPublic())
      const options = {
        trustSet: parseKeyDocument(keys),
        environment: 'demo' as const,
        resultDigest: audit.resultDigest,
      }
      const verdicts = cases.map((each) => verifyAuditStatement(each, options))
      expect(verdicts.map(({ valid }) => valid)).toEqual(changes.map((_, index) => index === 0))
      const inPython = verifiedInPython({ keys, cases, result_digest: audit.resultDigest })
      if (inPython !== null) expect(inPython).toEqual(verdicts.map(({ reasons }) => reasons))
    })
  })

  describe('attestations', () => {
    const judge = (attestation: object) =>
      open.gateway.request(verifyAttestation, { attestation: attestation as never }, asPublic())
    const issued = () => JSON.parse(first).attestation

    test('are valid from their issue', async () => {
      expect(issued()).toMatchObject({
        issuedAt: '2026-01-01T00:00:01.000Z',
        expiresAt: '2026-01-08T00:00:01.000Z',
        environment: 'demo',
      })
      expect(await judge(issued())).toEqual({
        valid: true,
        environment: 'demo',
        reasons: [],
        checked_at: clock.now().toISOString(),
      })
    })

    const altered: [reason: string, change: object][] = [
      ['environment_mismatch', { environment: 'production' }],
      ['untrusted_signing_key', { signingKeyId: '0'.repeat(64) }],
      ['invalid_signature', { nonce: 'AAAAAAAAAAAAAAAAAAAAAA' }],
      ['invalid_verification_digest', { approvedAmount: '1.50' }],
      ['invalid_evidence_digest', { evidenceDigest: 'none' }],
      ['not_yet_valid', { issuedAt: '2026-02-01T00:00:00.000Z', expiresAt: '2026-02-08T00:00:00.000Z' }],
      ['expired', { expiresAt: '2026-01-01T12:00:00.000Z' }],
      ['approved_exceeds_maximum', { approvedAmount: '2.00' }],
      ['amount_malformed', { maximumAmount: 'plenty' }],
    ]

    test.each(altered)('%s', async (reason, change) => {
      const verdict = await judge({ ...issued(), ...change })
      expect(verdict.valid).toBe(false)
      expect(verdict.reasons).toContain(reason)
    })

    test('that are none are refused', async () => {
      const malformed = judge({ ...issued(), conditionResults: [{ anything: true }] })
      await expect(malformed).rejects.toMatchObject({ code: 'validation_failed' })
    })
  })
})

test('what was issued cannot be changed or deleted by the service', async () => {
  for (const statement of [
    "update receipt set receipt = ''",
    'delete from receipt',
    'delete from signing_key',
  ]) {
    await expect(open.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
  }
})

function sampleAttestation(): CommandInput<typeof verifyAttestation>['attestation'] {
  const { attestation } = goldenRun()
  return {
    ...attestation,
    id: 'att_000000000000000000000001',
    environment: 'demo',
    spoolId: goldenRun().spoolId,
    verificationDigest: `sha256:${'0'.repeat(64)}`,
    issuedAt: '2026-01-01T00:00:01.000Z',
    expiresAt: '2026-01-08T00:00:01.000Z',
    nonce: 'AAAAAAAAAAAAAAAAAAAAAA',
    signingKeyId: '0'.repeat(64),
    signature: 'x',
  }
}
