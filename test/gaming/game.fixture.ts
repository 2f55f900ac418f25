import { afterAll, beforeAll, inject } from 'vitest'
import { readSystem, type Send, sendTo } from '../e2e/api.ts'
import { connectOperator, type Operator } from '../system/operator.ts'
import { type Accounts, openAccounts } from './players.ts'
import { openStage, type Stage } from './stage.ts'

/** The running system with the accounts that a file of tests plays with; its members are filled before the first test. */
export interface OpenedGame {
  readonly send: Send
  readonly operator: Operator
  readonly accounts: Accounts
  readonly stage: Stage
}

/** Opens the accounts before the tests of a file, and leaves the system after them. */
export function openGame(): OpenedGame {
  const system = readSystem(inject('system'))
  const send = sendTo(system)
  const operator = {} as Operator
  const accounts = {} as Accounts
  beforeAll(async () => {
    Object.assign(operator, await connectOperator(system))
    Object.assign(accounts, await openAccounts(operator))
  })
  afterAll(() => operator.close())
  return { send, operator, accounts, stage: openStage(send, accounts) }
}
