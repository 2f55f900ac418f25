import { showAccount } from '@outturn/contracts'
import type { Operator } from '../operator.ts'

/** Refuses an account that does not exist, for services that know accounts by their id alone. */
export async function assertAccount(send: Operator['send'], accountId: string): Promise<void> {
  await send(showAccount, { accountId })
}
