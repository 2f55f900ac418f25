import { toBase64Url } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'
import type { Environment, Verdict } from '@outturn/vocabulary'
import { formatAmount } from '../receipt/decimal-amount.ts'
import type {
  ConditionResult,
  EvidenceRow,
  ReceiptBody,
  UnitCounts,
  UnitLeaf,
} from '../receipt/outcome-receipt.ts'
import { slug } from './issuers.ts'
import { SeededRandom } from './seeded-random.ts'

/** What a receipt says before any digest, id or signature is made over it. */
export interface DraftReceipt {
  readonly body: ReceiptBody
  /** One for each unit, for a receipt with units. */
  readonly leaves: readonly UnitLeaf[] | null
}

/** What a sample must be like; the rest is drawn. */
export interface SampleTraits {
  readonly environment?: Environment
  /** Number of units; 0 for a receipt without units. */
  readonly units?: number
  readonly result?: Verdict
  /** Every optional member of the body. */
  readonly isFull?: boolean
}

/** Texts on which careless readers differ: escapes, scripts, pairs, signs that look like other signs or like nothing. */
export const oddTexts = [
  'plain',
  'Größe',
  '名前',
  'שלום',
  'emoji 😀 and 👩‍👩‍👧',
  'quote " backslash \\ slash /',
  'tab\tline\nreturn\r',
  'bell \u0007 escape \u001b delete \u007f',
  'separators \u2028\u2029\u00a0\ufeff',
  'not characters \ufffe\uffff \u{10ffff}',
  'composed é and decomposed e\u0301',
  ' spaces around ',
  '<script>&amp;</script>',
  '1e5',
  'null',
] as const

/** Draws a consistent receipt: result, units and amounts follow from its conditions. */
export function sampleReceipt(random: SeededRandom, traits: SampleTraits = {}): DraftReceipt {
  const total = traits.units ?? (random.chance(60) ? random.between(1, 6) : 0)
  const result = traits.result ?? random.pick(total > 0 ? unitizedResults(total) : wholeResults)
  const conditions = conditionsFor(random, result, total > 0)
  const decimals = random.pick([0, 2, 2, 2, 6, 18])
  const unitMinor = BigInt(random.between(1, 99_999))
  const leaves = total > 0 ? leavesFor(random, result, total, { conditions, isFull: traits.isFull }) : null
  const units = leaves && countsOf(leaves, formatAmount(unitMinor, decimals))
  const committed = unitMinor * BigInt(total || 1)
  const earned = units ? unitMinor * BigInt(units.accepted) : result === 'pass' ? committed : 0n
  const evidence = conditions.flatMap((condition) => evidenceFor(random, condition))
  const has = (percent: number) => traits.isFull === true || random.chance(percent)
  const isBilateral = random.chance(40)

  const body: ReceiptBody = {
    schema: `${slug}/outcome-receipt@1`,
    environment: traits.environment ?? random.pick(['production', 'production', 'demo']),
    agreement: {
      spool_id: random.id('spl_'),
      agreement_version: random.between(1, 9),
      agreement_hash: random.hex64(),
      acceptance: {
        mode: isBilateral ? 'bilateral' : 'unilateral',
        provider_accepted_in_spoolis: isBilateral,
        accepted_by: isBilateral ? random.pick(['provider', 'both']) : 'initiator',
        ...(has(30) ? { accepted_at: '2025-12-31T23:59:59.999Z' } : {}),
      },
      ...(has(20) ? { quote_digest: `sha256:${random.hex64()}` } : {}),
    },
    verification: {
      plan_version: '1',
      plan_hash: random.hex64(),
      compiler_version: '1.0.0',
      evidence_policy_version: '1',
      run_id: random.id('vr_'),
      run_digest: '',
      aggregation_policy: { policy_id: 'all_mandatory_pass', policy_version: '1' },
      ...(has(30) ? { decision_authority: random.pick(['deterministic', 'both_confirm'] as const) } : {}),
      ...(has(30) ? { attempt: random.between(1, 3) } : {}),
    },
    evidence_root: '',
    evidence,
    condition_results: conditions.map((condition) => ({
      ...condition,
      evidence_refs: evidence
        .filter((row) => row.condition_id === condition.condition_id && row.evidence_id !== null)
        .map((row) => row.evidence_id as string),
    })),
    result,
    units,
    history: { seq: random.between(1, 40), hash: random.hex64() },
    amounts: {
      earned: formatAmount(earned, decimals),
      committed: formatAmount(committed, decimals),
      asset: random.pick(['USD', 'USD', 'USD', 'EUR', '¥']),
      decimals,
    },
    actors: {
      payer: { subject: `${slug}:party:${random.below(1000)}`, kind: random.pick(['agent', 'business']) },
      provider: { subject: `${slug}:party:${random.below(1000)}`, kind: 'human' },
    },
    ...(has(30) ? { declared_intent: { gated_action: 'payment', note: random.pick(oddTexts) } } : {}),
    ...(has(15) ? { supersedes: random.id('ocr_') } : {}),
    ...(has(15) ? { recipe: { id: random.id('rcp_'), recipe_hash: `sha256:${random.hex64()}` } } : {}),
    issued_at: '2026-01-01T00:00:00.000Z',
    nonce: random.id('n_'),
    algorithm: 'Ed25519',
  }
  return { body, leaves }
}

/** The shortest of some samples, for cases that have nothing to do with what it says. */
export function smallReceipt(seed: string, traits: SampleTraits): DraftReceipt {
  const drawn = Array.from({ length: 40 }, (_, at) =>
    sampleReceipt(new SeededRandom(`${seed} ${at}`), traits),
  )
  const lengthOf = (draft: DraftReceipt) => JSON.stringify(draft).length
  return drawn.reduce((shortest, next) => (lengthOf(next) < lengthOf(shortest) ? next : shortest))
}

const wholeResults = ['pass', 'fail', 'uncertain'] as const

function unitizedResults(total: number): readonly Verdict[] {
  return total > 1 ? ['pass', 'partial', 'fail', 'uncertain'] : wholeResults
}

type DraftCondition = Omit<ConditionResult, 'evidence_refs'>

/** Condition results of which the result follows, and some that do not count. */
function conditionsFor(random: SeededRandom, result: Verdict, isUnitized: boolean): DraftCondition[] {
  const deciding = {
    pass: 'pass',
    partial: 'partial',
    fail: isUnitized ? 'partial' : 'fail',
    uncertain: isUnitized ? 'partial' : random.pick(['uncertain', 'not_evaluated'] as const),
  } as const
  const mandatory = random.shuffled([
    deciding[result],
    ...Array.from({ length: random.below(3) }, () => random.pick(['pass', 'not_applicable'] as const)),
  ])
  const optional = random.chance(30) ? [random.pick(['pass', 'fail', 'uncertain'] as const)] : []
  const condition = (requirement: DraftCondition['requirement']) => (found: ConditionResult['result']) => ({
    condition_id: random.id('cond_'),
    requirement,
    result: found,
    method: random.pick(['deterministic', 'human_confirmed', 'external_tool']),
    verifier_id: random.pick(['checker.completeness', 'checker.row_count', 'human.buyer']),
    verifier_version: '1.0.0',
    reason: found === 'pass' ? '' : random.pick(oddTexts),
  })
  return [...mandatory.map(condition('mandatory')), ...optional.map(condition('optional'))]
}

function evidenceFor(random: SeededRandom, { condition_id, result }: DraftCondition): EvidenceRow[] {
  const isPresent = result !== 'not_evaluated'
  return Array.from({ length: random.between(0, 2) }, () => ({
    evidence_id: isPresent ? random.id('ev_') : null,
    condition_id,
    status: isPresent ? ('present' as const) : random.pick(['missing', 'stale', 'unavailable'] as const),
    type: random.pick(['dataset', 'file', 'url']),
    claim_class: 'artifact_state',
    provenance: random.pick(['uploaded_json', 'service_fetched', 'Größe']),
    content_digest: isPresent && random.chance(80) ? random.hex64() : null,
    observed_at: random.chance(30) ? '2025-12-31T12:00:00.000Z' : null,
    received_at: isPresent ? '2025-12-31T13:00:00.123Z' : null,
  }))
}

function leavesFor(
  random: SeededRandom,
  result: Verdict,
  total: number,
  { conditions, isFull = false }: { conditions: readonly DraftCondition[]; isFull?: boolean | undefined },
): UnitLeaf[] {
  const results = random.shuffled(unitResultsFor(random, result, total))
  const [{ condition_id }] = conditions as [DraftCondition]
  const isIdentified = random.chance(40)
  return results.map((found, index) => ({
    unit: index + 1,
    result: found,
    reasons:
      found === 'pass'
        ? []
        : [
            {
              condition_id,
              code: random.pick(['missing_field', 'duplicate_of_unit', 'invalid_url']),
              ...(random.chance(70) ? { field: random.pick(oddTexts) } : {}),
            },
          ],
    ...(isFull && found !== 'pass' ? { more_reasons: 3 } : {}),
    ...(isIdentified
      ? {
          identity: { id: random.id('uid_'), ...(random.chance(50) ? { label: random.pick(oddTexts) } : {}) },
        }
      : {}),
    salt: toBase64Url(nodeSha256(`salt ${random.next()}`).subarray(0, 16)),
  }))
}

function unitResultsFor(random: SeededRandom, result: Verdict, total: number): UnitLeaf['result'][] {
  const rest = (count: number, choices: readonly UnitLeaf['result'][]) =>
    Array.from({ length: count }, () => random.pick(choices))
  if (result === 'pass') return rest(total, ['pass'])
  if (result === 'fail') return rest(total, ['fail'])
  if (result === 'uncertain') return ['uncertain', ...rest(total - 1, ['fail', 'uncertain'])]
  return ['pass', 'fail', ...rest(total - 2, ['pass', 'fail', 'uncertain'])]
}

function countsOf(leaves: readonly UnitLeaf[], unitAmount: string): UnitCounts {
  const count = (result: UnitLeaf['result']) => leaves.filter((leaf) => leaf.result === result).length
  const rejected = count('fail')
  return {
    total: leaves.length,
    accepted: count('pass'),
    rejected,
    uncertain: count('uncertain'),
    earning_rule: { type: 'per_unit', unit_amount: unitAmount },
    rejection_summary: rejected > 0 ? [{ reason: 'missing_field', count: rejected }] : [],
    unit_results_digest: '',
  }
}
