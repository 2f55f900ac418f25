import type { Spool } from '@outturn/sdk'
import type { ConnectionOptions } from '../command.ts'
import { dollars } from '../terminal/money.ts'
import { shown } from '../terminal/shown.ts'
import { pairLines } from '../terminal/table.ts'
import { actionsText } from './spool-actions.ts'
import { hintText, nextLines } from './next-lines.ts'

/** A Spool for people: what was agreed, where it stands, and what comes next. */
export function spoolLines(spool: Spool, connection: ConnectionOptions = {}): string[] {
  const {
    status,
    deliverable,
    value,
    unitization,
    parties,
    conditions,
    next_step: next,
    corrective_hint: hint,
  } = spool
  return [
    ...pairLines([
      ['Spool', spool.id],
      ['Work', deliverable.title],
      ['Worth', worthText(value.amount_cents, unitization)],
      ...parties.map((party) => [party.role, partyText(party, spool)] as const),
      ['Agreement', `${status.agreement} (hash ${spool.agreement.agreement_hash})`],
      ['Fulfillment', status.fulfillment],
      ['Verification', status.verification],
      ['Settlement', status.settlement],
      [
        'Outcome',
        spool.status_reason === null ? status.outcome : `${status.outcome} (${spool.status_reason})`,
      ],
      ...(spool.latest_receipt_id === null ? [] : [['Receipt', spool.latest_receipt_id] as const]),
      ...openCases(spool),
    ]),
    ...(conditions.length === 0 ? ['Conditions: none'] : ['Conditions:', ...conditions.map(conditionLine)]),
    ...nextLines(spool, connection),
    `You can: ${actionsText(spool.economics.allowed_actions)}`,
    ...(hint === undefined || hint === next.reason ? [] : [`Hint: ${hintText(hint)}`]),
  ]
}

/** The disputes, reviews and discrepancies that are not closed. */
function openCases({
  open_disputes: disputes,
  open_reviews: reviews = [],
  open_discrepancies: discrepancies,
}: Spool): (readonly [string, string])[] {
  return [
    ...(disputes.length === 0 ? [] : [['Disputes', disputes.join(', ')] as const]),
    ...(reviews.length === 0 ? [] : [['Reviews', reviews.join(', ')] as const]),
    ...(discrepancies === 0 ? [] : [['Discrepancies', `${discrepancies} open`] as const]),
  ]
}

export function worthText(amountCents: number, unitization: Spool['unitization']): string {
  if (unitization === null) return dollars(amountCents)
  const { total_units: units, unit_amount_cents: each } = unitization
  return `${dollars(amountCents)} (${units} units of ${dollars(each)})`
}

function partyText(
  { display_name: name, kind, assigned, is_caller: isCaller }: Spool['parties'][number],
  { environment, status }: Spool,
) {
  // A party that a sandbox session plays, or that one side alone agreed with, has no account and does not join.
  const isAwaited = !assigned && environment === 'production' && status.agreement === 'proposed'
  const state = isCaller ? 'you' : isAwaited ? `${kind}, has not joined` : kind
  return `${name} (${state})`
}

/** One condition with its id, its words, and its last result. */
export function conditionLine(condition: Spool['conditions'][number]): string {
  const {
    id,
    description,
    reads_as: reading,
    required,
    verification_method: method,
    last_result: last,
  } = condition
  const how = reading === undefined ? method : `${method}: ${reading}`
  const result = last === null || last === undefined ? '' : `, last: ${last.result}`
  return `  ${id}  ${shown(description)} [${shown(how)}${required ? '' : ', optional'}${result}]`
}
