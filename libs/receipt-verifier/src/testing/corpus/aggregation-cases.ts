import { type Verdict, verdicts } from '@outturn/vocabulary'
import type { ConditionResult, UnitLeaf } from '../../receipt/outcome-receipt.ts'
import { formatAmount } from '../../receipt/decimal-amount.ts'
import { disclosureOf, issueReceipt } from '../issue-receipt.ts'
import { type DraftReceipt, sampleReceipt } from '../sample-receipt.ts'
import { SeededRandom } from '../seeded-random.ts'
import { type CorpusCase, verdictCase } from './corpus-case.ts'

type ConditionOutcome = ConditionResult['result']
type Counts = readonly [accepted: number, rejected: number, uncertain: number]

const random = new SeededRandom('aggregation')
const whole = sampleReceipt(random, { environment: 'production', units: 0, result: 'pass' })
const unitized = sampleReceipt(random, { environment: 'production', units: 3, result: 'pass' })

// What follows from mandatory conditions alone; an optional one is written with a question mark.
const wholeResults: readonly [
  conditions: readonly (ConditionOutcome | `${ConditionOutcome}?`)[],
  due: Verdict,
][] = [
  [['pass', 'not_applicable'], 'pass'],
  [['not_applicable'], 'pass'],
  [['pass', 'fail?'], 'pass'],
  [['pass', 'fail'], 'fail'],
  [['partial', 'uncertain'], 'fail'],
  [['pass', 'uncertain'], 'uncertain'],
  [['pass', 'not_evaluated'], 'uncertain'],
  [['pass?'], 'uncertain'],
  [[], 'uncertain'],
]

const consistent: readonly [counts: Counts, result: Verdict, conditions: readonly ConditionOutcome[]][] = [
  [[3, 0, 0], 'pass', ['pass', 'not_applicable']],
  [[2, 1, 0], 'partial', ['partial', 'pass']],
  [[1, 0, 2], 'partial', ['partial']],
  [[0, 3, 0], 'fail', ['fail', 'partial']],
  [[0, 3, 0], 'fail', ['partial', 'partial']],
  [[0, 2, 1], 'uncertain', ['partial']],
  [[0, 0, 3], 'uncertain', ['not_evaluated', 'partial']],
  [[0, 0, 3], 'uncertain', []],
]

const inconsistent: readonly [counts: Counts, result: Verdict, conditions: readonly ConditionOutcome[]][] = [
  [[2, 0, 0], 'partial', ['partial']],
  [[2, 1, 1], 'partial', ['partial']],
  [[2, 1, 0], 'pass', ['partial']],
  [[0, 2, 1], 'fail', ['partial']],
  [[0, 3, 0], 'uncertain', ['partial']],
  [[2, 1, 0], 'partial', ['pass']],
  [[2, 1, 0], 'partial', ['not_applicable']],
  [[3, 0, 0], 'pass', ['partial']],
  [[2, 1, 0], 'partial', ['fail']],
  [[2, 1, 0], 'partial', ['partial', 'fail']],
  [[1, 2, 0], 'partial', ['partial', 'uncertain']],
  [[1, 2, 0], 'partial', ['partial', 'not_evaluated']],
  [[1, 2, 0], 'partial', ['uncertain']],
  [[3, 0, 0], 'pass', []],
  [[2, 1, 0], 'partial', []],
  [[3, 0, 0], 'pass', ['uncertain']],
]

/** Receipts that an issuer signed with a result that follows from the conditions and units, or does not. */
export function aggregationCases(): CorpusCase[] {
  return [
    ...wholeResults.flatMap(([conditions, due]) =>
      verdicts.map((claimed) => {
        const name = `aggregation: [${conditions.join()}] make ${claimed}`
        return aggregationCase(name, withoutUnits(claimed, conditions), claimed === due)
      }),
    ),
    ...consistent.map((traits) => aggregationCase(nameOf(traits), withUnits(...traits), true)),
    ...inconsistent.map((traits) => aggregationCase(nameOf(traits), withUnits(...traits), false)),
    ...leafCases(),
  ]
}

function nameOf([counts, result, conditions]: readonly [
  Counts,
  Verdict,
  readonly ConditionOutcome[],
]): string {
  return `aggregation: units ${counts.join('/')} under [${conditions.join()}] make ${result}`
}

function aggregationCase(name: string, draft: DraftReceipt, isConsistent: boolean): CorpusCase {
  const reasons = isConsistent ? [] : (['aggregation_inconsistent'] as const)
  return verdictCase(name, { receipt: issueReceipt(draft), keys: 'main' }, { reasons })
}

function conditionsOf(draft: DraftReceipt, outcomes: readonly string[]): ConditionResult[] {
  const [condition] = draft.body.condition_results as [ConditionResult]
  return outcomes.map((outcome, at) => ({
    ...condition,
    condition_id: `cond_${String(at).padStart(24, '0')}`,
    requirement: outcome.endsWith('?') ? 'optional' : 'mandatory',
    result: outcome.replace('?', '') as ConditionOutcome,
    evidence_refs: [],
  }))
}

function withoutUnits(result: Verdict, conditions: readonly string[]): DraftReceipt {
  const { amounts } = whole.body
  const nothing = amounts.committed.replaceAll(/\d/g, '0').replace(/^0+(?=0)/, '')
  return {
    leaves: null,
    body: {
      ...whole.body,
      evidence: [],
      condition_results: conditionsOf(whole, conditions),
      result,
      amounts: { ...amounts, earned: result === 'pass' ? amounts.committed : nothing },
    },
  }
}

function withUnits(
  [accepted, rejected, uncertain]: Counts,
  result: Verdict,
  conditions: readonly ConditionOutcome[],
): DraftReceipt {
  const { units, amounts } = unitized.body
  if (!units) throw new Error('The sample has units.')
  return {
    leaves: unitized.leaves,
    body: {
      ...unitized.body,
      evidence: [],
      condition_results: conditionsOf(unitized, conditions),
      result,
      units: {
        ...units,
        accepted,
        rejected,
        uncertain,
        earning_rule: { type: 'per_unit', unit_amount: '1.50' },
      },
      amounts: {
        ...amounts,
        decimals: 2,
        earned: formatAmount(BigInt(accepted) * 150n, 2),
        committed: '4.50',
      },
    },
  }
}

/** Leaves that have the signed digest and are nevertheless not one for each unit, in order and as counted. */
function leafCases(): CorpusCase[] {
  const draft = withUnits([3, 0, 0], 'pass', ['pass'])
  const leaves = draft.leaves ?? []
  const [first, second, third] = leaves as [UnitLeaf, UnitLeaf, UnitLeaf]
  const listed = (
    name: string,
    unit_results: readonly UnitLeaf[],
    reason: 'invalid_run_digest' | 'aggregation_inconsistent',
  ) => {
    const receipt = { ...issueReceipt({ ...draft, leaves: unit_results }), unit_results }
    return verdictCase(`leaves: ${name}`, { receipt, keys: 'main' }, { reasons: [reason] })
  }
  const misnumbered = [first, { ...second, unit: 3 }, { ...third, unit: 2 }]
  const disclosed = {
    ...issueReceipt({ ...draft, leaves: misnumbered }),
    unit_disclosures: [disclosureOf(misnumbered, 1)],
  }
  const { proof, ...shown } = disclosureOf(leaves, 1)
  const tooLong = {
    ...issueReceipt(draft),
    unit_disclosures: [{ ...shown, proof: [...proof, '0'.repeat(64)] }],
  }
  return [
    listed('misnumbered', misnumbered, 'invalid_run_digest'),
    listed('counted otherwise', [first, { ...second, result: 'fail' }, third], 'aggregation_inconsistent'),
    listed(
      'counted in doubt',
      [{ ...first, result: 'uncertain' }, second, third],
      'aggregation_inconsistent',
    ),
    verdictCase(
      'leaves: proven at one place and numbered for another',
      { receipt: disclosed, keys: 'main' },
      { reasons: ['invalid_run_digest'] },
    ),
    verdictCase(
      'leaves: a proof that goes on behind the root',
      { receipt: tooLong, keys: 'main' },
      { reasons: ['invalid_run_digest'] },
    ),
  ]
}
