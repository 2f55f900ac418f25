import type { compileConditions } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { ConditionDeps } from '../deps.ts'
import { actingAccount } from '../domain/acting-account.ts'

export function handleCompileConditions({
  policies,
}: Pick<ConditionDeps, 'policies'>): Handler<typeof compileConditions> {
  return async (texts, { principal, deadline: until }) => ({
    compiled: await policies.compile({ accountId: actingAccount(principal), until }, texts),
  })
}
