import type { OutcomeReceipt } from '../../receipt/outcome-receipt.ts'
import { disclosureOf, issueReceipt, statusProofOf } from '../issue-receipt.ts'
import { type DraftReceipt, type SampleTraits, sampleReceipt } from '../sample-receipt.ts'
import { SeededRandom } from '../seeded-random.ts'
import { activeStatus } from './answers.ts'
import { type CorpusCase, verdictCase } from './corpus-case.ts'

const drawnCases = 48

/** Valid receipts of many shapes: with and without units, labels, disclosures, optional members and odd texts. */
export function validCases(): CorpusCase[] {
  const drawn = Array.from({ length: drawnCases }, (_, number) => drawnCase(`drawn ${number}`))
  const results = (['pass', 'partial', 'fail', 'uncertain'] as const).flatMap((result) => [
    drawnCase(`units that make ${result}`, { result, units: 4 }),
    ...(result === 'partial' ? [] : [drawnCase(`no units, ${result}`, { result, units: 0 })]),
  ])
  return [
    ...drawn,
    ...results,
    drawnCase('every optional member', { isFull: true, units: 3 }),
    drawnCase('one unit', { units: 1 }),
    drawnCase('a power of two of units', { units: 32 }),
    drawnCase('one unit beyond a power of two', { units: 33 }),
    drawnCase('many units', { units: 160 }),
  ]
}

function drawnCase(name: string, traits: SampleTraits = {}): CorpusCase {
  const random = new SeededRandom(`valid, ${name}`)
  const draft = sampleReceipt(random, traits)
  const issued = issueReceipt(draft)
  const receipt = withDetachable(issued, draft, random)
  const environment = random.chance(50) ? { environment: receipt.environment } : {}
  const status = random.chance(50) ? { status: activeStatus(receipt) } : {}
  const hasStatus = 'status' in status || receipt.status_proof !== undefined
  return verdictCase(
    `valid: ${name}`,
    { receipt: inAnyOrder(receipt, random), keys: 'main', ...environment, ...status },
    { advisories: hasStatus ? [] : ['status_source_unavailable'] },
  )
}

function withDetachable(
  receipt: OutcomeReceipt,
  { leaves }: DraftReceipt,
  random: SeededRandom,
): OutcomeReceipt {
  const index = leaves ? random.below(leaves.length) : 0
  return {
    ...receipt,
    ...(leaves && random.chance(60) ? { unit_results: leaves } : {}),
    ...(leaves && random.chance(40) ? { unit_disclosures: [disclosureOf(leaves, index)] } : {}),
    ...(random.chance(30) ? { status_proof: statusProofOf(receipt) } : {}),
  }
}

/** The order of members says nothing. */
function inAnyOrder(receipt: OutcomeReceipt, random: SeededRandom): object {
  return Object.fromEntries(random.shuffled(Object.entries(receipt)))
}
