import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { fromBase64Url } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'
import { readText } from '@outturn/policy'
import { type DeterministicCheck, findParameterProblem } from '@outturn/checkers'
import { contentKeyOf, type EvaluatedOutcome, type EvidenceContent } from '@outturn/agreement'
import { evaluateRun, unitSecretsOfSpool } from '@outturn/evaluation'
import {
  checkJudgeProof,
  type CommandInput,
  commitCardSettlement,
  compileConditions,
  type CommandOutput,
  findActiveAccounts,
  findCheckProblems,
  findJudgeSources,
  findRequiredSources,
  findReceiptOfRun,
  readDocumentsOfRun,
  issueReceipt,
  listItems,
  matchClaims,
  PassedText,
  readAttestation,
  readSigningState,
  previewRun,
  priceRun,
  priceWork,
  readEvidenceContent,
  readMatchRows,
  readMatchRowsAt,
  readSettlementCapabilities,
  Refusal,
  reserveRun,
  resolveRecipe,
  type RunJob,
  type RunResult,
  type SettlementSummary,
  runLanes,
  snapshotFacts,
  conflict,
  unavailable,
} from '@outturn/contracts'
import { type Bus, on, type ServedCommand } from '@outturn/messaging'
import {
  composeReceipt,
  freezeReceiptBody,
  signedAttestationText,
  verificationDigest,
} from '@outturn/receipt-verifier/issuing'
import { derivedId } from '@outturn/service'

/** What the other services are asked, and what a test decides about their answers. */
export type Fakes = {
  /** Input of every reservation of a price. */
  readonly reserved: CommandInput<typeof reserveRun>[]
  /** The checks whose problems were asked for, once for each asking. */
  readonly checksRead: DeterministicCheck[][]
  /** Every job, as the worker got it. */
  readonly jobs: RunJob[]
  /** Ids of the runs that a receipt was asked for, once for each asking. */
  readonly issuedFor: string[]
  /** Refuses reservations for want of credits while it is set. */
  hasCredits: boolean
  /** Accounts that do not exist; every other one does. */
  readonly unknownAccounts: Set<string>
  /** Whether this deployment signs. */
  isSigning: boolean
  /** What the signer says before a run is opened. */
  signingState: CommandOutput<typeof readSigningState>['state']
  /** Number of decisions after a restore. */
  recoveryEpoch: number
  /** Ids of the receipts that were issued, by their runs. */
  readonly receiptOf: Map<string, string>
  /** The documents that were signed, by the ids of their runs. */
  readonly documentsOf: Map<string, CommandOutput<typeof readDocumentsOfRun>>
  /** How receipts are refused; null while they are issued. */
  refusesReceipts: Refusal | null
  /** Which receipt took the place of another. */
  readonly supersededBy: Map<string, string>
  /** Receipts whose keys were revoked. */
  readonly ofRevokedKeys: Set<string>
  /** How this deployment settles. */
  adapters: string[]
  /** What the settlement service says of a commitment by card. */
  commitCard: (commitment: CommandInput<typeof commitCardSettlement>) => Promise<SettlementSummary>
  /** The registered sources, and what they report. */
  sources: CommandOutput<typeof findRequiredSources>['sources']
  snapshots: CommandOutput<typeof snapshotFacts>['snapshots']
  /** What verification answers to a match. */
  matchClaims: (input: CommandInput<typeof matchClaims>) => Promise<CommandOutput<typeof matchClaims>>
  /** Runs end without an outcome while it is set. */
  failsRuns: boolean
  /** What happens between a reservation and its answer. */
  afterReserving: () => Promise<void>
  /** What happens between a run's judgment and its result. */
  beforeResult: (job: RunJob) => Promise<void>
}

/** Verification, signing and billing as their contracts have them, judging by the checkers and signing with a real key. */
export async function startFakes(
  connect: (service: 'verification' | 'signing' | 'billing' | 'gateway' | 'settlement') => Promise<Bus>,
  clock: { now: () => Date },
): Promise<Fakes> {
  const fakes: Fakes = {
    reserved: [],
    checksRead: [],
    jobs: [],
    issuedFor: [],
    hasCredits: true,
    unknownAccounts: new Set(),
    isSigning: true,
    signingState: 'ready',
    recoveryEpoch: 0,
    receiptOf: new Map(),
    documentsOf: new Map(),
    refusesReceipts: null,
    supersededBy: new Map(),
    ofRevokedKeys: new Set(),
    adapters: ['external'],
    commitCard: async () => {
      throw new Error('no commitment by card was expected')
    },
    sources: [],
    snapshots: [],
    matchClaims: async () => {
      throw new Error('no match was expected')
    },
    failsRuns: false,
    afterReserving: async () => {},
    beforeResult: async () => {},
  }
  const [verification, signing, billing, gateway, settlement] = await Promise.all([
    connect('verification'),
    connect('signing'),
    connect('billing'),
    connect('gateway'),
    connect('settlement'),
  ])
  await settlement.serve([
    on(readSettlementCapabilities, async () => ({ adapters: fakes.adapters })),
    on(commitCardSettlement, (commitment) => fakes.commitCard(commitment)),
  ])
  await gateway.serve([
    on(findActiveAccounts, async ({ accountIds }) => ({
      active: accountIds.filter((id) => !fakes.unknownAccounts.has(id)),
    })),
  ])
  await verification.serve(verificationCommands(verification, fakes))
  await signing.serve([
    signingCommand(fakes),
    on(findReceiptOfRun, async ({ runId }) => ({ receiptId: fakes.receiptOf.get(runId) ?? null })),
    on(readDocumentsOfRun, async ({ runId }) => {
      const documents = fakes.documentsOf.get(runId)
      if (documents === undefined) throw new Error(`run ${runId} has no receipt`)
      return documents
    }),
    on(readAttestation, async ({ receiptId }) => {
      const [runId = ''] = [...fakes.receiptOf].find(([, id]) => id === receiptId) ?? []
      const text = Buffer.from(fakes.documentsOf.get(runId)?.attestation.bytes ?? [])
      return { attestation: JSON.parse(text.toString()), isActive: !fakes.ofRevokedKeys.has(receiptId) }
    }),
    on(readSigningState, async () => ({
      state: fakes.signingState,
      recoveryEpoch: fakes.recoveryEpoch,
      missing:
        fakes.signingState === 'no_key'
          ? {
              message: 'No key is active in production for attestation.',
              remediation: 'npm run admin -- keys create',
            }
          : null,
    })),
  ])
  await billing.serve(billingCommands(fakes))
  const judgeJob = async (job: RunJob): Promise<RunResult> => {
    fakes.jobs.push(job)
    const { runId } = job
    if (fakes.failsRuns) {
      return { runId, status: 'failed', code: 'checker_error', message: 'The checker failed.' }
    }
    const { unitResults, ...outcome } = judge(await withContents(job, verification))
    await fakes.beforeResult(job)
    const passed = unitResults === null ? null : passedText(JSON.stringify(unitResults))
    return { runId, status: 'recorded', completedAt: clock.now().toISOString(), outcome, unitResults: passed }
  }
  for (const job of Object.values(runLanes)) verification.work({ job, handle: judgeJob })
  return fakes
}

async function withContents(job: RunJob, bus: Bus): Promise<RunJob> {
  const contents = { ...job.contents }
  for (const item of job.evidence) {
    const contentKey = contentKeyOf(item)
    if (item.contentDigest === null || contentKey in contents) continue
    const { content } = await bus.request(
      readEvidenceContent,
      { spoolId: job.spoolId, contentKey },
      {
        principal: { kind: 'service', service: 'verification' },
        // The clock of a test is ahead of the one by which messages expire.
        deadline: Date.now() + 50_000,
        requestId: 'read',
      },
    )
    contents[contentKey] = content
  }
  return { ...job, contents }
}

function passedText(text: string): PassedText {
  return new PassedText(Buffer.from(text))
}

function judge(job: RunJob): EvaluatedOutcome {
  const missing: EvidenceContent = { kind: 'unavailable' }
  return evaluateRun(
    {
      slug: job.slug,
      runId: job.runId,
      plan: job.plan,
      evidence: job.evidence.map((item) => ({
        ...item,
        content: job.contents[contentKeyOf(item)] ?? missing,
      })),
      observations: [],
      opinions: [],
      unitSecrets: unitSecretsOfSpool(fromBase64Url(job.spoolSalt) as Uint8Array, nodeSha256),
      evaluatedAt: job.evaluatedAt,
    },
    nodeSha256,
  )
}

/** The one recipe that there is, and its hash. */
export const recipe = { id: 'leads@1', recipe_hash: `sha256:${'5'.repeat(64)}` }

function verificationCommands(verification: Bus, fakes: Fakes): ServedCommand[] {
  return [
    on(compileConditions, async ({ conditions, fields = [], fieldsFrom }) => ({
      compiled: conditions.flatMap(({ index, text }) => {
        const known = fields.map((field) => (typeof field === 'string' ? { name: field } : field))
        const { checks } = readText(text, {
          fields: known,
          fieldsFrom,
          isSuggestion: false,
          isSoftware: false,
        })
        if (checks.length === 0) throw new Refusal('ambiguity_required', 'This is not a check.')
        return checks.map(({ check, description, required }) => ({
          index,
          description,
          required,
          deterministic_check: check,
        }))
      }),
    })),
    on(findCheckProblems, async ({ checks }) => {
      fakes.checksRead.push(checks)
      return { problems: checks.map((check) => findParameterProblem(check)) }
    }),
    on(previewRun, async ({ job: { contents: short, ...job }, keys = [], contents: long }) => {
      const texts = long === undefined ? [] : Array.from(listItems(long.bytes), (item) => Buffer.from(item))
      const sent = texts.map((text, index) => [keys[index], JSON.parse(text.toString()).content])
      const contents = { ...short, ...Object.fromEntries(sent) }
      const { unitResults: _, ...outcome } = judge(await withContents({ ...job, contents }, verification))
      return outcome
    }),
    on(resolveRecipe, async ({ recipe: asked }) => {
      if (asked.id !== recipe.id) throw new Refusal('recipe_not_found', 'There is no such recipe.')
      const check: DeterministicCheck = { checker: 'completeness', required_fields: ['email'] }
      const condition = { description: 'Every row has email.', required: true, deterministic_check: check }
      return { id: recipe.id, recipeHash: recipe.recipe_hash, conditions: [condition] }
    }),
    on(matchClaims, (input) => fakes.matchClaims(input)),
    on(findRequiredSources, async ({ sourceIds }) => ({
      sources: fakes.sources.filter(({ sourceId }) => sourceIds.includes(sourceId)),
    })),
    on(snapshotFacts, async ({ sourceIds }) => ({
      snapshots: fakes.snapshots.filter(({ sourceId }) => sourceIds.includes(sourceId)),
    })),
    on(readMatchRows, async ({ runId, after, limit }) => {
      const { rows } = await fakes.matchClaims({ runId } as CommandInput<typeof matchClaims>)
      const start = rows.findIndex(({ id }) => id === after) + 1
      return { rows: rows.slice(start, start + limit) }
    }),
    on(readMatchRowsAt, async ({ runId, places }) => {
      const { rows } = await fakes.matchClaims({ runId } as CommandInput<typeof matchClaims>)
      return { rows: places.flatMap((place) => rows[place] ?? []) }
    }),
    on(findJudgeSources, async ({ sourceIds }) => ({ known: sourceIds.filter((id) => id === 'lab') })),
    on(checkJudgeProof, async ({ judge: { proof: terms }, text, proof }) => {
      if (terms.type !== 'ed25519' || proof.type !== 'ed25519')
        return { valid: false, reason: 'proof_type_mismatch' as const }
      const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: terms.public_key }, format: 'jwk' })
      const valid = verify(null, Buffer.from(text), key, Buffer.from(proof.signature, 'base64url'))
      return { valid, reason: valid ? null : ('invalid_signature' as const) }
    }),
  ]
}

function billingCommands(fakes: Fakes): ServedCommand[] {
  return [
    on(reserveRun, async (input) => {
      if (!fakes.hasCredits) throw new Refusal('credits_required', 'There are no credits.')
      fakes.reserved.push(input)
      await fakes.afterReserving()
      return { state: 'held', coveredBy: 'credits', amountMicros: '100000' } as const
    }),
    on(priceWork, async () => ({
      serviceFee: { estimatedCents: 10, maximumCents: 25 },
      railFee: { estimatedCents: 1, maximumCents: 5 },
      discounts: [],
      pricingVersion: 'test',
      quoteTtlSeconds: 86_400,
    })),
    on(priceRun, async ({ freeTextCompiles }) => ({
      pricingVersion: 'test',
      verificationMicros: '100000',
      compileMicros: String(50_000 * freeTextCompiles),
      totalMicros: String(100_000 + 50_000 * freeTextCompiles),
      coveredBy: fakes.hasCredits ? ('credits' as const) : ('nothing' as const),
    })),
  ]
}

function signingCommand(fakes: Fakes): ServedCommand {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  const keyId = Buffer.from(nodeSha256(raw)).toString('hex')
  const signed = (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url')
  return on(
    issueReceipt,
    async ({ runId, spoolId, issuedAt, body, unitResults, attestation, supersedes, recoveryEpoch = 0 }) => {
      fakes.issuedFor.push(runId)
      if (recoveryEpoch !== fakes.recoveryEpoch) {
        throw conflict('The run may have a receipt already.', { reason: 'run_of_earlier_epoch' })
      }
      if (fakes.refusesReceipts !== null) throw fakes.refusesReceipts
      if (!fakes.isSigning) {
        const reason = fakes.signingState === 'off' ? 'signing_off' : 'signing_not_configured'
        throw unavailable('Nothing is signed.', { reason })
      }
      const { id, signedText } = freezeReceiptBody(body as never, nodeSha256)
      fakes.receiptOf.set(runId, id)
      if (supersedes !== undefined) fakes.supersededBy.set(supersedes.receiptId, id)
      const receipt = composeReceipt({
        signedText,
        signingKeyId: keyId,
        signature: signed(signedText),
        detached: unitResults === null ? {} : { unit_results: Buffer.from(unitResults.bytes).toString() },
      })
      const unsigned = {
        id: derivedId('attestation', runId),
        environment: 'production' as const,
        spoolId,
        ...attestation,
        verificationDigest: verificationDigest({ spoolId, ...attestation }, nodeSha256),
        issuedAt,
        expiresAt: new Date(Date.parse(issuedAt) + 3_600_000).toISOString(),
        nonce: 'AAAAAAAAAAAAAAAAAAAAAA',
        signingKeyId: keyId,
      }
      const signature = signed(signedAttestationText(unsigned as never))
      const documents = {
        receipt: passedText(receipt),
        attestation: passedText(JSON.stringify({ ...unsigned, signature })),
      }
      fakes.documentsOf.set(runId, documents)
      return { receiptId: id, ...documents }
    },
  )
}
