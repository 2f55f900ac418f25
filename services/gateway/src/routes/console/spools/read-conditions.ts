import { createHash } from 'node:crypto'
import { type CommandOutput, compilePolicy, type CreateSpoolRequest, unprocessable } from '@outturn/contracts'
import { linesOf, namesOf } from '../../../console/pages/spools/plain-conditions.ts'
import { asPersonCommand } from '../../../console/sessions/person-principal.ts'
import type { SignedIn } from '../../../console/sessions/serve-person.ts'
import type { Call } from '../../../http/route.ts'

export type CompiledPolicy = CommandOutput<typeof compilePolicy>
type ConditionInput = NonNullable<CreateSpoolRequest['conditions']>[number]

type PlainConditions = {
  /** Conditions that a check decides, one a line. */
  readonly words: string
  /** Conditions that the buyer confirms, one a line. */
  readonly confirmed: string
  /** Names of the columns of the table that is delivered; may be empty. */
  readonly columns: string
}

/** What the compiler read in plain words; null where there are none. The same words are read, and counted, once for an account. */
export async function compileWords(
  call: Pick<Call, 'deadline' | 'path' | 'requestId'>,
  person: SignedIn,
  { words, columns }: PlainConditions,
): Promise<CompiledPolicy | null> {
  const lines = linesOf(words)
  if (lines.length === 0) return null
  const fields = namesOf(columns)
  const request = { source: lines.map(asSentence).join('\n'), ...(fields.length > 0 && { fields }) }
  const digest = createHash('sha256').update(JSON.stringify(request)).digest('hex')
  const options = asPersonCommand({ ...call, path: 'plain words' }, person, digest)
  return person.instance.bus.request(compilePolicy, { request }, options)
}

/** One line is one sentence, so that two lines are never read as one. */
function asSentence(line: string): string {
  return /[.!?]$/.test(line) ? line : `${line}.`
}

/** The conditions of a form. Refused while the compiler has a question about its words. */
export function conditionsFrom(
  compiled: CompiledPolicy | null,
  { confirmed }: PlainConditions,
): ConditionInput[] {
  const [question] = compiled?.ambiguities ?? []
  if (question !== undefined) {
    throw unprocessable('conditions', `${question.question} (“${question.text}”)`, {
      remediation: 'Write the line so that one reading is left, and send the form again.',
    })
  }
  const [unsupported] = compiled?.unsupported ?? []
  if (unsupported !== undefined) {
    throw unprocessable('conditions', `No check decides “${unsupported.text}”.`, {
      remediation: 'Move the line to the conditions that the buyer confirms, or say what can be checked.',
    })
  }
  const read = (compiled?.suggested_conditions ?? []).map(({ condition }) => condition)
  const asked = linesOf(confirmed).map(
    (description): ConditionInput => ({
      description,
      required: true,
      verification_method: 'human_confirmed',
      confirmation_method: 'buyer_confirm',
    }),
  )
  return [...read, ...asked]
}
