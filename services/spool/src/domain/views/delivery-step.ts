import type { NextStep } from '@outturn/contracts'
import type { Side } from '@outturn/vocabulary'
import { whyUndecidable } from '../agreement/decidable-condition.ts'
import { maxEvidenceItems, submittedBy } from '../model/held-items.ts'
import { hasMaterial, isObserved, observesByItself, supplyingSide } from '../lifecycle/flags.ts'
import type { Condition, Dispute, RunSummary, Spool } from '../model/spool.ts'
import { creatorOf, sideOf } from '../model/viewer.ts'
import { callVerify, evidenceUnseen, step } from './step.ts'

/** What happens on an accepted Spool that no run has judged. */
export function firstStep(spool: Spool): NextStep {
  const { conditions } = spool.agreement
  if (conditions.length === 0) {
    return step(
      'new_spool',
      'buyer',
      'This Spool has no conditions to hold work against; agree on a new one.',
    )
  }
  const undecidable = undecidableStep(spool)
  if (undecidable !== null) return undecidable
  if (hasMaterial(spool)) return step('rerun_allowed', 'verifier', evidenceUnseen)
  const required = conditions.filter((condition) => condition.required)
  const delivered = required.filter((condition) => isDelivered(condition))
  if (delivered.length === 0 && required.length > 0 && observesByItself(spool)) {
    return step(
      'rerun_allowed',
      'verifier',
      `The service looks by itself at what is to be judged. ${callVerify}`,
    )
  }
  const [first = required[0] ?? conditions[0]] = delivered
  return evidenceStep(spool, first, 'No evidence has been submitted.')
}

/** What ends the shortfall of the last run: the step is of the same findings as its hint. */
export function shortfallStep(spool: Spool, { ways, hint, result }: RunSummary): NextStep {
  const undecidable = undecidableStep(spool)
  if (undecidable !== null) return undecidable
  const reason = hint ?? `The last run ended ${result}.`
  const { conditions, unitization } = spool.agreement
  const found = ways.flatMap(({ conditionId, next }) => {
    const condition = conditions.find(({ id }) => id === conditionId)
    return condition === undefined ? [] : [{ condition, next }]
  })
  const open = found.filter(({ next }) => next !== 'agree')
  // What counts against some units leaves the others to be earned; otherwise one condition that nothing meets decides.
  const isLost = found.length > open.length && (unitization === null || open.length === 0)
  if (isLost) return step('new_spool', 'buyer', reason)
  const steps = open.map(({ condition, next }) => {
    const isLooked = next === 'verify' && isObserved(condition)
    if (isLooked) return step('rerun_allowed', 'verifier', reason)
    if (next === 'judge') return step('submit_evidence', sideOf(creatorOf(spool).role), reason)
    return evidenceStep(spool, condition, reason)
  })
  const [first = evidenceStep(spool, undefined, reason)] = steps.toSorted(
    (a, b) => Number(a.type === 'new_spool') - Number(b.type === 'new_spool'),
  )
  return first
}

/** What the provider does about a dispute that keeps a further run away; without room for evidence its end is awaited. */
export function disputedStep(spool: Spool, { id, side, conditionIds, deadline }: Dispute): NextStep {
  const why = `Dispute ${id} of the ${side} is open until ${deadline}.`
  if (!hasRoom(spool, 'provider')) {
    return step('settle', 'none', `${why} No run follows, and nothing is settled, before it is closed.`)
  }
  const about = conditionIds.length === 0 ? '' : ` for condition ${conditionIds.join(' or ')}`
  return step('submit_evidence', 'provider', `${why} A further run needs new evidence${about}.`)
}

/** Asks the side for evidence that a condition is judged on, while there is room for more of it. */
function evidenceStep(spool: Spool, condition: Condition | undefined, reason: string): NextStep {
  const side = condition === undefined ? 'provider' : supplyingSide(condition)
  if (hasRoom(spool, side)) return step('submit_evidence', side, reason)
  return step('new_spool', 'buyer', 'This Spool takes no more evidence; agree on a new one for the rest.')
}

function hasRoom(spool: Spool, side: Side): boolean {
  return submittedBy(side, spool.state) < maxEvidenceItems
}

/** Whether a condition is judged on what a party delivers. */
function isDelivered(condition: Condition): boolean {
  const isOfOthers = condition.verification_method === 'external_tool'
  return !isOfOthers && !isObserved(condition)
}

/** A required condition that is not met and that nothing can decide takes another agreement. */
function undecidableStep({ agreement, state }: Spool): NextStep | null {
  for (const condition of agreement.conditions) {
    const why = state.lastResults[condition.id]?.result === 'pass' ? null : whyUndecidable(condition)
    if (why === null) continue
    const { id, description } = condition
    return step(
      'new_spool',
      'buyer',
      `Nothing can decide condition ${id} (${description}). ${why} Agree on a new Spool.`,
    )
  }
  return null
}
