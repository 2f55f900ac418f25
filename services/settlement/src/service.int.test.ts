import { listDeadLetters, readSettlementCapabilities } from '@outturn/contracts'
import { openService } from '@outturn/testkit/service'
import { environments } from '@outturn/vocabulary'
import { expect, test } from 'vitest'
import { settlementService } from './service.ts'

const { running, connect } = await openService(settlementService)
const operators = { production: await connect('operator'), demo: await connect('operator', 'demo') }

function asOperator() {
  const principal = { kind: 'operator', name: 'test' } as const
  return { principal, requestId: 'req_test', deadline: Date.now() + 50_000 }
}

test.each(environments)('in %s the parties settle by themselves, with the receipt', async (environment) => {
  const answer = await operators[environment].request(readSettlementCapabilities, {}, asOperator())
  expect(answer).toEqual({ adapters: ['external'], reservedAddresses: [] })
})

test.each(environments)(
  'in %s it runs on its own tables with the roles of a deployment',
  async (environment) => {
    const letters = await operators[environment].request(listDeadLetters('settlement'), {}, asOperator())
    expect(letters).toEqual([])
  },
)

test('it is ready under the permissions of a deployment', async () => {
  const response = await fetch(`http://127.0.0.1:${running.internalPort}/readyz`)
  expect(await response.json()).toEqual({ status: 'ready', failing: [] })
})
