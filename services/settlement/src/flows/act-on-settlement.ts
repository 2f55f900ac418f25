import { absent, type CommandOutput, type holdSettlement } from '@outturn/contracts'
import type { CommandContext } from '@outturn/messaging'
import type { Tx } from '@outturn/postgres/typed'
import { inTransaction } from '@outturn/postgres/typed'
import type { SettlementDeps } from '../deps.ts'
import { type OperatorAction, operatorName } from '../domain/operator/action.ts'
import type { CardSettlementWithHold } from '../domain/card/card-settlement.ts'
import { settlementRow } from '../domain/operator/rows.ts'
import { recordAction } from '../store/operator-store.ts'
import { type DatedSettlement, findDatedSettlement } from '../store/settlement-list.ts'
import type { SettlementWithLegs } from '../store/settlement-store.ts'
import type { Tables } from '../store/tables.ts'
import { advanceSoon } from './advance-settlement.ts'
import { advanceCardSoon } from './card/advance-card-settlement.ts'
import { type CardChange, changeCardSettlement } from './card/change-card-settlement.ts'
import { changeSettlement, type SettlementChange } from './change-settlement.ts'

type Asked = Pick<CommandContext, 'commandId' | 'principal' | 'now'>
type What = Pick<OperatorAction, 'kind' | 'subject' | 'reason'> & { evidence?: string }

/** The action of an operator, as it is recorded. */
export function actionOf(
  { evidence = null, ...what }: Omit<What, 'evidence'> & { evidence?: string | null },
  { commandId, principal, now }: Asked,
): OperatorAction {
  return { ...what, evidence, id: commandId, doneBy: operatorName(principal), at: now }
}

/** Records an action that changes no settlement by itself. */
export async function recordOnly({ db }: SettlementDeps, what: What, asked: Asked): Promise<void> {
  await inTransaction(db, async (tx) => void (await recordAction(tx, actionOf(what, asked))))
}

/** Changes a settlement for an operator and records that in the same transaction; a repetition changes nothing. */
export async function actOnSettlement(
  deps: SettlementDeps,
  what: What & { subject: string },
  asked: Asked,
  decide: (
    current: SettlementWithLegs,
    tx: Tx<Tables>,
  ) => SettlementChange | null | Promise<SettlementChange | null>,
): Promise<CommandOutput<typeof holdSettlement>> {
  await changeSettlement(deps, { id: what.subject }, async (current, tx) =>
    (await recordAction(tx, actionOf(what, asked))) ? decide(current, tx) : null,
  )
  return rowOf(deps, what.subject)
}

/** The same for a settlement by card. */
export async function actOnCardSettlement(
  deps: SettlementDeps,
  what: What & { subject: string },
  asked: Asked,
  decide: (current: CardSettlementWithHold) => CardChange | null,
): Promise<CommandOutput<typeof holdSettlement>> {
  let isNew = false
  await changeCardSettlement(deps, { id: what.subject }, (current) => (isNew ? decide(current) : null), {
    before: async (tx) => {
      isNew = await recordAction(tx, actionOf(what, asked))
    },
  })
  return rowOf(deps, what.subject)
}

/** How a settlement settles; refuses one that there is not. */
export async function laneOfKnown({ db }: SettlementDeps, id: string): Promise<DatedSettlement['lane']> {
  const found = await findDatedSettlement(db, id)
  if (found === null) throw absent('There is no such settlement.')
  return found.lane
}

/** Takes a settlement on now; what goes wrong is left to the sweepers. */
export function advanceNow(deps: SettlementDeps, lane: DatedSettlement['lane'], id: string): Promise<void> {
  return lane === 'card' ? advanceCardSoon(deps, id) : advanceSoon(deps, id)
}

/** A settlement as it is now. */
export async function rowOf(
  { db }: SettlementDeps,
  id: string,
): Promise<CommandOutput<typeof holdSettlement>> {
  const found = await findDatedSettlement(db, id)
  if (found === null) throw absent('There is no such settlement.')
  return settlementRow(found)
}
