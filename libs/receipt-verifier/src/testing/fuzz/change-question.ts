import type { OutcomeReceipt } from '../../receipt/outcome-receipt.ts'
import { readOutcomeReceipt } from '../../receipt/outcome-receipt.ts'
import { signBody, withDigests } from '../issue-receipt.ts'
import { signers } from '../issuers.ts'
import type { Question } from '../../self-test/answer-question.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { changeBytes, rewordedText } from './change-bytes.ts'
import { changeValue } from './change-value.ts'
import { changeWithinForm } from './change-within-form.ts'

const documents = ['receipt', 'attestation', 'keys', 'status', 'agreement', 'policy'] as const
type DocumentName = (typeof documents)[number]

/** Makes another question of one: a document is changed as a value, in words or in bytes; a receipt may be signed anew. */
export function changeQuestion(
  random: SeededRandom,
  question: Question,
  others: readonly Question[],
): Question {
  const more = random.chance(30) ? { ...question, ...borrowed(random, random.pick(others)) } : question
  const given = documents.filter((name) => more[name] !== undefined)
  const main = more.receipt === undefined ? 'attestation' : 'receipt'
  const name = random.chance(60) ? main : random.pick(given)
  const bytes = Buffer.from(more[name] ?? '', 'base64')
  return { ...more, [name]: Buffer.from(changed(random, name, bytes)).toString('base64') }
}

/** What may go with any receipt, taken from another question. */
function borrowed(
  random: SeededRandom,
  { status, agreement, policy, environment }: Question,
): Partial<Question> {
  const named = { status, agreement, policy, environment }
  const present = Object.entries(named).filter(([, value]) => value !== undefined && random.chance(70))
  return Object.fromEntries(present) as Partial<Question>
}

function changed(random: SeededRandom, name: DocumentName, bytes: Uint8Array): Uint8Array | string {
  const value = valueOf(bytes)
  if (value === undefined || random.chance(12)) return changeBytes(random, bytes)
  let next: unknown = value
  const change = random.chance(75) ? changeWithinForm : changeValue
  for (let count = random.between(1, 3); count > 0; count--) next = change(random, next)
  if (name === 'receipt' && random.chance(60)) next = signedAnew(next, random.chance(80))
  return random.chance(30) ? rewordedText(random, next) : JSON.stringify(next)
}

function valueOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString()) as unknown
  } catch {
    return undefined
  }
}

/** A changed receipt with an id and a signature that fit it, and digests if so asked: the checks behind them are reached. */
function signedAnew(value: unknown, isDigested: boolean): unknown {
  const reading = readOutcomeReceipt(value)
  if ('problem' in reading) return value
  const { id: _, signing_key_id: __, signature: ___, ...rest } = reading.receipt
  const { unit_results, unit_disclosures, log_proof, status_proof, extensions, ...body } = rest
  const leaves = body.units && unit_results
  const digested = isDigested ? withDigests(body, leaves ?? null) : body
  const detached = { unit_results, unit_disclosures, log_proof, status_proof, extensions }
  const present = Object.entries(detached).filter(([, part]) => part !== undefined)
  const signer = body.environment === 'demo' ? signers.demo : signers.production
  return { ...signBody(digested, signer), ...Object.fromEntries(present) } satisfies Partial<OutcomeReceipt>
}
