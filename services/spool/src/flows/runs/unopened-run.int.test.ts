import {
  abandonSpool,
  acceptSpool,
  createSpool,
  readSpool,
  spoolRunFailed,
  type SpoolView,
  submitEvidence,
  verifySpool,
} from '@outturn/contracts'
import { derivedId } from '@outturn/service'
import { clockAhead } from '@outturn/testkit'
import { beforeEach, expect, test } from 'vitest'
import { testSpools } from '../../testing/test-spools.ts'
import { buyer, emailsFor, provider, provisionRequest } from '../../testing/two-parties.ts'

const clock = clockAhead()

const spools = await testSpools(clock)
beforeEach(() => {
  spools.fakes.afterReserving = async () => {}
})

/** An accepted Spool whose evidence fails, so that it can be judged again. */
async function delivered(): Promise<string> {
  const { id, conditions } = await spools.send(createSpool, { request: provisionRequest() }, buyer)
  await spools.send(acceptSpool, { spoolId: id, request: {} }, provider)
  await deliver(id, conditions[0]?.id)
  return id
}

const deliver = (spoolId: string, conditionId = '', emails = ['']) =>
  spools.send(submitEvidence, emailsFor(spoolId, conditionId, emails), provider)

function verify(spoolId: string, commandId: string, principal = buyer) {
  return spools.send(verifySpool, { spoolId, request: {} }, principal, { commandId })
}

/** Accounts that are given back what was reserved for the run of this command. */
async function givenBack(commandId: string): Promise<string[]> {
  const { rows } = await spools.pool.query<{ body: string }>(
    `select body from outbox where subject like '%' || $1 and body like '%' || $2 || '%'`,
    [spoolRunFailed.name, derivedId('run', commandId)],
  )
  return rows.map(({ body }) => (JSON.parse(body) as { accountId: string }).accountId)
}

test('what was reserved for a run that another change forestalled is given back', async () => {
  const spoolId = await delivered()
  spools.fakes.afterReserving = async () => {
    spools.fakes.afterReserving = async () => {}
    await spools.send(abandonSpool, { spoolId }, provider)
  }
  await expect(verify(spoolId, 'forestalled')).rejects.toMatchObject({ code: 'invalid_state' })
  expect(await givenBack('forestalled')).toEqual([buyer.accountId])
})

test('of parties that verify at once one opens the run, and only that reservation stays', async () => {
  const spoolId = await delivered()
  spools.fakes.afterReserving = async () => {
    spools.fakes.afterReserving = async () => {}
    await verify(spoolId, 'first', provider)
  }
  await verify(spoolId, 'second')
  // The first has judged all that there is, so that the second is answered with it.
  expect([await givenBack('first'), await givenBack('second')]).toEqual([[], [buyer.accountId]])
  const { conditions } = (await spools.send(readSpool, { id: spoolId }, buyer)) as SpoolView
  // Other content, because the same again would open no run.
  await deliver(spoolId, conditions[0]?.id, ['', ''])

  let isOpen = () => {}
  const opened = new Promise<void>((resolve) => (isOpen = resolve))
  let finish = () => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))
  spools.fakes.beforeResult = async () => {
    isOpen()
    await finished
  }
  const started: Promise<unknown>[] = []
  spools.fakes.afterReserving = async () => {
    spools.fakes.afterReserving = async () => {}
    started.push(verify(spoolId, 'third', provider))
    await opened
  }
  await expect(verify(spoolId, 'fourth')).rejects.toMatchObject({ code: 'store_conflict' })
  finish()
  await Promise.all(started)
  expect([await givenBack('third'), await givenBack('fourth')]).toEqual([[], [buyer.accountId]])
})

test('the reservation of a command that is repeated while its run is open stays', async () => {
  const spoolId = await delivered()
  spools.fakes.afterReserving = async () => {
    spools.fakes.afterReserving = async () => {}
    await verify(spoolId, 'repeated')
  }
  await verify(spoolId, 'repeated')
  expect(await givenBack('repeated')).toEqual([])
})
