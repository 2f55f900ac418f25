import type { OneCallRequest } from '@outturn/sdk'
import { UnusableInput } from '../output.ts'
import { readJsonFile } from '../read-file.ts'

/** Parts of a request that a policy file gives. */
export type FilePolicy = Pick<
  OneCallRequest,
  'conditions' | 'unit' | 'max_amount_cents' | 'recipe' | 'fields'
> & {
  /** Words that were agreed and that no check decides. */
  readonly terms?: readonly string[]
}

/** Members of a policy file that belong into a request, by the names that a request has for them. */
const members: Readonly<Record<string, keyof FilePolicy>> = {
  conditions: 'conditions',
  recipe: 'recipe',
  unit: 'unit',
  unitization: 'unit',
  max_amount_cents: 'max_amount_cents',
  fields: 'fields',
}

/** Members of a confirmed policy that say nothing about a single delivery. */
const others = new Set(['policy_id', 'policy_hash', 'status', 'terms', 'value'])

/**
 * The conditions of a file: a list of them, an object with the member `conditions`, or the policy that `policy compile` writes. Throws UnusableInput for
 * another file.
 */
export function readPolicyFile(file: string): FilePolicy {
  const content = readJsonFile(file)
  if (Array.isArray(content)) return { conditions: content as NonNullable<FilePolicy['conditions']> }
  if (typeof content !== 'object' || content === null) {
    throw unusable(file, 'it is no list of conditions and no object')
  }
  const policy: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(content)) {
    const member = members[name]
    if (member === undefined && !others.has(name)) {
      throw unusable(
        file,
        `it has the member ${JSON.stringify(name)}, and may have ${Object.keys(members).join(', ')}`,
      )
    }
    if (member !== undefined && value !== null) policy[member] = value
  }
  const { value } = content as { value?: { amount_cents?: unknown } | null }
  if (policy['unit'] === undefined && typeof value?.amount_cents === 'number') {
    policy['max_amount_cents'] ??= value.amount_cents
  }
  if (policy['conditions'] === undefined && policy['recipe'] === undefined) {
    throw unusable(file, 'it has neither conditions nor a recipe')
  }
  const terms = termsOf((content as { terms?: unknown }).terms)
  return terms.length === 0 ? policy : { ...policy, terms }
}

function termsOf(terms: unknown): string[] {
  if (!Array.isArray(terms)) return []
  return terms.flatMap((term: unknown) => {
    const text = typeof term === 'string' ? term : (term as { text?: unknown } | null)?.text
    return typeof text === 'string' ? [text] : []
  })
}

function unusable(file: string, problem: string): UnusableInput {
  return new UnusableInput(
    `${file} is not a usable policy: ${problem}.\nMake one from a text: outturn policy compile TEXT -o ${file}`,
  )
}
