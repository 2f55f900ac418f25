import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { blockMaker } from './block-maker.ts'
import { localAccounts, startLocalChain } from './chain.ts'

const folder = mkdtempSync(join(tmpdir(), 'outturn-blocks-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const chain = await startLocalChain({
  folder: join(import.meta.dirname, '../../../../.outturn/payments'),
  logFile: join(folder, 'chain.log'),
})
afterAll(() => chain.stop())
const root = chain.client()

test('blocks follow a transaction until it is final, then one a minute; none while others hold them back', async () => {
  let passedMs = 0
  const make = blockMaker(chain, () => Date.now() + passedMs)
  const untilRest = async () => {
    let made = 0
    while (made < 300 && (await make())) made += 1
    return made
  }
  expect(await untilRest()).toBeGreaterThanOrEqual(64)
  expect(await make()).toBe(false)
  await chain.client(localAccounts.payer).sendTransaction({ to: localAccounts.payee.address, value: 1n })
  await chain.untilMined()
  expect(await untilRest()).toBeGreaterThanOrEqual(64)
  passedMs = 61_000
  expect([await make(), await root.getAutomine()]).toEqual([true, true])
  await root.setAutomine(false)
  expect(await make()).toBe(false)
  await root.setAutomine(true)
})
