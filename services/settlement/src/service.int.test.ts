import { type Environment, environments } from '@outturn/vocabulary'
import { listDeadLetters, readSettlementCapabilities } from '@outturn/contracts'
import { type Bus, connectBus } from '@outturn/messaging'
import { createLog, readConfig, type RunningService, runMigrations, startService } from '@outturn/service'
import { busPassword, deploymentUsers, testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settlementService } from './service.ts'

const [database, nats] = await Promise.all([testDatabase(), testNats(deploymentUsers())])
const log = createLog('settlement', { level: 'silent' })
const variables = {
  NATS_URL: nats.url,
  OUTTURN_NATS_PASSWORD: busPassword,
  OUTTURN_DEMO_NATS_PASSWORD: busPassword,
  DATABASE_URL: database.urlOf('outturn_settlement'),
  DEMO_DATABASE_URL: database.urlOf('outturn_settlement_demo'),
  OUTTURN_OWNER_DATABASE_URL: database.urlOf('outturn_settlement_owner'),
  OUTTURN_DEMO_OWNER_DATABASE_URL: database.urlOf('outturn_settlement_demo_owner'),
  OUTTURN_INTERNAL_PORT: '0',
}
let service: RunningService<unknown>
const operators: Partial<Record<Environment, Bus>> = {}

beforeAll(async () => {
  await runMigrations(settlementService, { log, variables })
  service = await startService(settlementService, readConfig(settlementService.config, variables), { log })
  for (const environment of environments) {
    const user = environment === 'demo' ? 'operator_demo' : 'operator'
    operators[environment] = await connectBus({
      servers: nats.url,
      user,
      password: busPassword,
      name: user,
      environment,
      service: 'operator',
      log,
    })
  }
})
afterAll(async () => {
  await Promise.all(Object.values(operators).map((bus) => bus.drain()))
  await service.stop()
  await Promise.all([database.drop(), nats.stop()])
})

function asOperator() {
  const principal = { kind: 'operator', name: 'test' } as const
  return { principal, requestId: 'req_test', deadline: Date.now() + 5000 }
}

test.each(environments)('in %s the parties settle by themselves, with the receipt', async (environment) => {
  const answer = await operators[environment]?.request(readSettlementCapabilities, {}, asOperator())
  expect(answer).toEqual({ adapters: ['external'] })
})

test.each(environments)(
  'in %s it runs on its own tables with the roles of a deployment',
  async (environment) => {
    const letters = await operators[environment]?.request(listDeadLetters('settlement'), {}, asOperator())
    expect(letters).toEqual([])
  },
)

test('it is ready under the permissions of a deployment', async () => {
  const response = await fetch(`http://127.0.0.1:${service.internalPort}/readyz`)
  expect(await response.json()).toEqual({ status: 'ready', failing: [] })
})
