import { CreditsBalance, readBalance, readUsage, Usage } from '@outturn/contracts'
import { z } from 'zod'
import { type Call, defineRoute, type Route } from '../../http/route.ts'
import { relayed } from '../bus-call.ts'

const defaultPeriodDays = 30
const periodDays = /^(?:[1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-5])$/

export const accountRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/v1/credits/balance',
    operation: 'read-balance',
    summary: 'Read the credit balance',
    isRateLimited: true,
    success: { status: 200, description: 'What the account may still use.', content: CreditsBalance },
    answer: (call) => relayed(call, readBalance, { accountId: accountIdOf(call) }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/v1/usage',
    operation: 'read-usage',
    summary: 'Read the usage of a period',
    isRateLimited: true,
    query: z.strictObject({
      period_days: z
        .string()
        .regex(periodDays, 'must be a whole number from 1 to 365')
        .optional()
        .describe(`Days of the period, 1 to 365; ${defaultPeriodDays} when left out.`),
    }),
    success: { status: 200, description: 'Runs and amounts of the last days.', content: Usage },
    answer: (call) =>
      relayed(call, readUsage, {
        accountId: accountIdOf(call),
        periodDays: Number(call.query.period_days ?? defaultPeriodDays),
      }),
  }),
]

function accountIdOf({ identity }: Pick<Call, 'identity'>): string {
  if (identity === null) throw new Error('an operation of an account was admitted without one')
  return identity.principal.accountId
}
