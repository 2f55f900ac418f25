import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readSystem, sendTo } from '../e2e/api.ts'
import { connectOperator, type Operator } from '../system/operator.ts'
import { play } from './play.ts'
import { type Accounts, openAccounts } from './players.ts'

// Games from fixed seeds; `npm run gaming` plays others for as long as it is told.

const system = readSystem(inject('system'))
const send = sendTo(system)
const games = 20
let operator: Operator
let accounts: Accounts

beforeAll(async () => {
  operator = await connectOperator(system)
  accounts = await openAccounts(operator)
})
afterAll(() => operator.close())

const seeds = Array.from({ length: games }, (_, index) => index + 1)

test.concurrent.each(seeds)('in game %i nothing is paid, said or live that should not be', async (seed) => {
  await expect(play(send, accounts, seed)).resolves.toBeUndefined()
})
