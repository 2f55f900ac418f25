import { isOlderThan, parseInstant } from '@outturn/checkers'
import type { Agreement, Evidence, Spool } from '../model/spool.ts'
import { certificateOf } from '../lifecycle/flags.ts'
import type { SentConfirmation } from '../confirmations/confirmations.ts'
import type { ConfirmedSpool } from '../confirmations/record-confirmations.ts'
import { judgesSame } from '../evidence/judged-contents.ts'
import { estimatedRun } from './run-admission.ts'

/** What the last run of a Spool judged: these items of its evidence, at this time. */
export type JudgedInput = { items: readonly Evidence[]; evaluatedAt: string }

/**
 * Whether a run now would judge exactly what the last run judged: nothing was supplied since but what counted already, no condition
 * asks the network or a model, and no item has become too old since. A receipt of the last run must still be active.
 */
export function repeatsLastRun(
  { agreement, state }: Spool,
  evidence: readonly Evidence[],
  last: JudgedInput,
  now: Date,
): boolean {
  const { lastRun } = state
  const certificate = certificateOf(state)
  return (
    lastRun !== null &&
    !lastRun.isTransient &&
    (certificate === null || certificate === 'active') &&
    judgesSame(agreement, last.items, evidence) &&
    !estimatedRun(agreement, evidence).asks &&
    !agesSince(agreement, evidence, last.evaluatedAt, now)
  )
}

/**
 * Whether confirmations say again what their sides said before of the same evidence, and no more. The Spool before them is given.
 */
export function confirmsAgain(
  before: Spool,
  { spool }: ConfirmedSpool,
  inputs: readonly SentConfirmation[],
): boolean {
  return inputs.every(({ conditionId, detail }) => {
    if (detail !== null) return false
    const said = (of: Spool) =>
      JSON.stringify([
        of.state.confirmations[conditionId],
        Object.entries(of.state.boundConfirmations[conditionId] ?? {})
          .map(([side, { digest, evidenceRefs, voidedBy }]) =>
            JSON.stringify([side, digest, evidenceRefs, voidedBy]),
          )
          .toSorted((a, b) => (a < b ? -1 : 1)),
      ])
    return said(before) === said(spool)
  })
}

/** Whether an item was fresh enough for a requirement at one time and is too old for it at another. */
function agesSince(
  { plan }: Pick<Agreement, 'plan'>,
  evidence: readonly Evidence[],
  before: string,
  now: Date,
): boolean {
  const ages = plan.conditions
    .flatMap(({ evidence_requirements: requirements }) => requirements)
    .flatMap(({ freshness }) => (freshness === undefined ? [] : [freshness.max_age_seconds]))
  const times = evidence.flatMap((item) => parseInstant(item.observedAt ?? item.receivedAt) ?? [])
  const [then, today] = [parseInstant(before), parseInstant(now.toISOString())]
  if (then === null || today === null) return true
  return ages.some((age) => times.some((at) => !isOlderThan(at, age, then) && isOlderThan(at, age, today)))
}
