import {
  type DeterministicCheck,
  type findParameterProblem,
  needsNetwork,
  problemWords,
} from '@outturn/checkers'
import { findPlaceholder } from '@outturn/policy'
import { type Side, termOfMethod } from '@outturn/vocabulary'
import type { ConditionInput, PlanCheck, PlanCondition } from '@outturn/agreement'
import { ambiguous, unprocessable, unsupportedInSandbox } from '@outturn/contracts'
import { assertDeadlineAhead, assertDecidable } from './decidable-condition.ts'
import { assertUsableJudgeKey } from './usable-judge-key.ts'
import { agreedSource, type SourceFacts } from '../model/casework/required-sources.ts'
import type { Condition } from '../model/spool.ts'

/** Conditions that one Spool may have. */
export const maxConditions = 100

/** Where conditions stand in the request, and what the caller of the domain made for them. */
export type ConditionFacts = {
  /** Path of the list in the request, for refusals. */
  path: string
  idOf: (index: number) => string
  /** The sides by party id, so that a supplier is named in one way only. */
  sideOfParty: ReadonlyMap<string, Side>
  /** The registered sources that conditions name. */
  sourceFacts: SourceFacts
  /** Whether conditions may need the network. */
  canFetch: boolean
  /** The time after which the work is delivered; null where it comes with the agreement. */
  deliveredAfter: Date | null
  /** What would make a check unusable. */
  findProblem: typeof findParameterProblem
}

/** The conditions as they bind, in their order; refuses every one that could not be judged as it stands. */
export function agreedConditions(inputs: readonly ConditionInput[], facts: ConditionFacts): Condition[] {
  return inputs.map((input, index) => {
    const field = `${facts.path}[${index}]`
    assertNoPlaceholder(input.description, `${field}.description`)
    assertNoOtherMethod(input, field)
    const requirements = agreedRequirements(input, field, facts)
    const condition: Condition = {
      id: facts.idOf(index),
      description: input.description,
      required: input.required,
      verification_method: input.verification_method,
      ...methodTerms(input, field, facts),
      ...(requirements.length > 0 && { evidence_requirements: requirements }),
    }
    assertDecidable(condition, field)
    if (facts.deliveredAfter !== null) assertDeadlineAhead(condition, field, facts.deliveredAfter)
    return condition
  })
}

/** What the plan holds of a condition: what it is judged by, and on which evidence. */
export function planConditionOf(condition: Condition): PlanCondition {
  return {
    condition_id: condition.id,
    required: condition.required,
    verification_method: condition.verification_method,
    check: planCheckOf(condition),
    evidence_requirements: condition.evidence_requirements ?? [],
  }
}

function planCheckOf(condition: Condition): PlanCheck | null {
  const { deterministic_check: check, confirmation_method: confirmation } = condition
  if (check !== undefined) return check
  if (confirmation !== undefined) return { confirmation_method: confirmation }
  if (condition.claim_cited !== undefined) return { claim_cited: condition.claim_cited }
  if (condition.external_judge !== undefined) return { external_judge: condition.external_judge }
  return null
}

/** Whether this service has what it takes to judge a condition; one without it is stored, flagged and stays uncertain. */
export function isExecutable(condition: Condition): boolean {
  return planCheckOf(condition) !== null
}

/** Refuses a text in which something still has to be filled in. */
export function assertNoPlaceholder(text: string, field: string): void {
  const blank = findPlaceholder(text)
  if (blank === null) return
  throw ambiguous(field, `The text still contains the placeholder ${blank.text}.`, {
    remediation: `Replace ${blank.text} with an exact value.`,
  })
}

function assertNoOtherMethod(input: ConditionInput, field: string): void {
  const own = termOfMethod[input.verification_method]
  const foreign = Object.values(termOfMethod).find((key) => key !== own && input[key] !== undefined)
  if (foreign === undefined) return
  throw unprocessable(
    `${field}.${foreign}`,
    `${foreign} does not belong to the verification_method ${input.verification_method}.`,
    { remediation: `Leave ${foreign} out, or send the verification_method it belongs to.` },
  )
}

function methodTerms(input: ConditionInput, field: string, facts: ConditionFacts): Partial<Condition> {
  switch (input.verification_method) {
    case 'deterministic':
      return { deterministic_check: agreedCheck(input, field, facts) }
    case 'human_confirmed':
      return { confirmation_method: input.confirmation_method ?? 'buyer_confirm' }
    case 'ai_assisted':
      if (input.claim_cited === undefined) return {}
      assertNoPlaceholder(input.claim_cited.claim, `${field}.claim_cited.claim`)
      return { claim_cited: input.claim_cited }
    case 'external_tool':
      if (input.external_judge === undefined) return {}
      assertUsableJudgeKey(input.external_judge.proof, `${field}.external_judge.proof`)
      return { external_judge: input.external_judge }
    default:
      return input.verification_method satisfies never
  }
}

function agreedCheck(input: ConditionInput, field: string, facts: ConditionFacts): DeterministicCheck {
  const { deterministic_check: check } = input
  if (check === undefined) {
    throw unprocessable(
      `${field}.deterministic_check`,
      'A deterministic condition declares one checker; this one declares none.',
      { remediation: 'Send deterministic_check with the checker that judges it.' },
    )
  }
  const bad = facts.findProblem(check)
  if (bad !== null) {
    const { message, remediation } = problemWords(bad)
    throw unprocessable(`${field}.deterministic_check.${bad.field}`, message, { remediation })
  }
  if (needsNetwork(check) && !facts.canFetch) {
    throw unsupportedInSandbox('The sandbox fetches nothing from the network.', {
      field,
      remediation: 'Use url_format, which fetches nothing, or a production key.',
    })
  }
  return check
}

function agreedRequirements(
  input: ConditionInput,
  field: string,
  facts: ConditionFacts,
): NonNullable<Condition['evidence_requirements']> {
  const requirements = [input.evidence_requirements ?? []].flat()
  return requirements.map((sent, index) => {
    const place = `${field}.evidence_requirements[${index}]`
    const requirement = agreedSource(sent, input.verification_method, facts.sourceFacts, place)
    const { supplier } = requirement
    if (supplier === undefined) return requirement
    const side = supplier === 'buyer' || supplier === 'provider' ? supplier : facts.sideOfParty.get(supplier)
    if (side === undefined) {
      throw unprocessable(`${place}.supplier`, `No party of this Spool is "${supplier}".`, {
        remediation: 'Send "provider", "buyer", or the id of a party of this Spool.',
      })
    }
    return { ...requirement, supplier: side }
  })
}
