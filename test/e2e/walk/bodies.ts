import type { ActionName } from '@outturn/vocabulary'
import type { ConfirmationInput, SpoolView } from '@outturn/contracts'
import { declaring, type Laboratory } from '../outside-judge.ts'
import { unitizations } from './agreement.ts'
import type { Choices } from './random.ts'
import { sideOf } from './rules.ts'

/** A right body for an action of a caller who sees the Spool so; undefined for actions without one. */
export function rightBody(
  action: ActionName,
  seen: SpoolView,
  choices: Choices,
  laboratory: Laboratory,
): object | undefined {
  switch (action) {
    case 'accept':
      return seen.pricing_quote === null ? undefined : { quote_digest: seen.pricing_quote.quote_digest }
    case 'amend':
      return { unitization: unitizations.find((each) => each.total_units !== unitsOf(seen)) }
    case 'evidence':
      return evidence(seen, choices)
    case 'verify':
      return { confirmations: words(seen, choices) }
    case 'external-result':
      return externalResult(seen, choices, laboratory)
    case 'onboard-provider':
      return { refresh_url: 'https://acme.example/again', return_url: 'https://acme.example/done' }
    default:
      return undefined
  }
}

/** Of a condition that declares another judge, or none, where there is no better one. */
function externalResult(seen: SpoolView, choices: Choices, laboratory: Laboratory): object {
  const declared = declaring(seen)
  const ids = declared.length > 0 ? declared : seen.conditions.map(({ id }) => id)
  return laboratory.judged(seen, choices.pick(['pass', 'fail', 'uncertain']), new Date(), ids)
}

function unitsOf({ unitization }: SpoolView): number {
  return Number(unitization?.['total_units'])
}

function evidence(seen: SpoolView, choices: Choices): object {
  const condition = choices.pick(seen.conditions)
  const rows = Array.from({ length: unitsOf(seen) }, (_, index) => ({
    name: index === 0 && choices.below(2) === 0 ? '' : `Company ${index}`,
  }))
  const isCounted = condition.verification_method === 'deterministic'
  return {
    condition_id: condition.id,
    type: isCounted ? 'dataset' : 'text',
    source: 'export',
    metadata: isCounted ? { rows } : { text: choices.pick(['We recommend the purchase.', 'Later.']) },
  }
}

/** What this caller may say of the conditions of people; everything, where a run has nothing else to judge. */
function words(seen: SpoolView, choices: Choices): ConfirmationInput[] {
  const isBuyer = sideOf(seen) === 'buyer'
  const mustSpeak = seen.evidence.length === 0
  return seen.conditions
    .filter(({ verification_method: method }) => method === 'human_confirmed')
    .flatMap((condition) => {
      const method = condition['confirmation_method'] ?? 'buyer_confirm'
      if (!isBuyer && method === 'buyer_confirm') return []
      if (!mustSpeak && choices.below(3) === 0) return []
      const outcomes = ['passed', 'passed', 'failed', ...(isBuyer ? ['waived' as const] : [])] as const
      return [
        {
          condition_id: condition.id,
          method,
          outcome: choices.pick(outcomes),
          evidence_refs: condition.confirmation?.evidence_ids ?? [],
        },
      ]
    })
}
