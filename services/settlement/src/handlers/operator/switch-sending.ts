import type { switchSending } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { inTransaction } from '@outturn/postgres/typed'
import type { SettlementDeps } from '../../deps.ts'
import { actionOf } from '../../flows/act-on-settlement.ts'
import { recordAction, setSwitch } from '../../store/operator-store.ts'

export function handleSwitchSending({ db }: SettlementDeps): Handler<typeof switchSending> {
  return async ({ isPaused, reason }, asked) => {
    const action = actionOf({ kind: isPaused ? 'pause' : 'resume', subject: null, reason }, asked)
    await inTransaction(db, async (tx) => {
      if (await recordAction(tx, action)) await setSwitch(tx, 'sending_paused', isPaused ? 1n : 0n, asked.now)
    })
    return { isPaused }
  }
}
