import type { findCheckProblems } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { ConditionDeps } from '../deps.ts'
import { actingAccount } from '../domain/acting-account.ts'

export function handleFindCheckProblems({
  policies,
}: Pick<ConditionDeps, 'policies'>): Handler<typeof findCheckProblems> {
  return async ({ checks }, { principal, deadline: until }) => ({
    problems: await policies.findProblems({ accountId: actingAccount(principal), until }, checks),
  })
}
