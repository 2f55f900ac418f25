import { defineCommand, defineQuery, type Principal } from '@outturn/contracts'
import type { PersonRole } from '@outturn/vocabulary'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { assertAccepts } from './accepted-caller.ts'

const fields = { input: z.strictObject({}), output: z.strictObject({}), sentBy: ['gateway'] } as const
const query = defineQuery('spool.look', { ...fields, sentBy: ['gateway'] })
const change = defineCommand('spool.change', { ...fields, sentBy: ['gateway'] })
const payment = defineCommand('billing.pay', { ...fields, sentBy: ['gateway'], isForBilling: true })

const account = {
  kind: 'account',
  accountId: 'acc_000000000000000000000001',
  accountName: 'Acme',
  accountKind: 'org',
} as const
const person = (role: PersonRole): Principal => ({ ...account, via: { kind: 'person', userId: 'one', role } })

const accepted = (principal: Principal) =>
  [query, change, payment]
    .filter((command) => {
      try {
        assertAccepts(command, principal)
        return true
      } catch {
        return false
      }
    })
    .map(({ name }) => name)

test.each([
  ['owner', ['spool.look', 'spool.change', 'billing.pay']],
  ['developer', ['spool.look', 'spool.change', 'billing.pay']],
  ['billing', ['spool.look', 'billing.pay']],
  ['viewer', ['spool.look']],
] as const)('a person with the role %s may send %j', (role, names) => {
  expect(accepted(person(role))).toEqual(names)
})

test('the scope of a key is a matter of the service', () => {
  const via = { kind: 'key', keyId: 'key_000000000000000000000001', scope: 'verify' } as const
  expect(accepted({ ...account, via })).toEqual(['spool.look', 'spool.change', 'billing.pay'])
})
