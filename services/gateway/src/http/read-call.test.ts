import { amendSpool, createSpool, JsonText, verifyDelivery } from '@outturn/contracts'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type CallDeps, readCall } from './read-call.ts'
import type { Route } from './route.ts'
import { countTurns } from '../testing/count-turns.ts'

test('long bodies that have arrived at once are read in a turn of the event loop each, behind the short ones', async () => {
  const { turn, stop } = countTurns()
  const read: { length: number; turn: number }[] = []
  const text = z.string().refine(({ length }) => read.push({ length, turn: turn() }) > 0)
  const route = { operationId: 'test', method: 'POST', body: z.strictObject({ text }) } as unknown as Route
  const deps = { instances: {}, clock: { now: () => new Date(0) } } as CallDeps
  const call = (length: number) => {
    const body = Buffer.from(JSON.stringify({ text: 'x'.repeat(length) }))
    return readCall(route, { body, headers: {}, query: {} } as unknown as FastifyRequest, deps)
  }
  await Promise.all([200_000, 10, 20_000, 10, 200_000].map(call))
  stop()
  expect(read.map(({ length }) => length)).toEqual([10, 10, 200_000, 20_000, 200_000])
  expect(new Set(read.slice(2).map((each) => each.turn)).size).toBe(3)
})

test('a body above 128 KiB is read in a thread where its operation allows that', async () => {
  const given: [string, number, string][] = []
  const bodies: CallDeps['bodies'] = {
    async read({ operationId, bytes }, caller) {
      given.push([operationId, bytes.byteLength, caller])
      return { text: new JsonText(bytes), passed: {}, idempotencyKey: undefined, digest: undefined }
    },
  }
  const deps = { instances: {}, clock: { now: () => new Date(0) }, bodies } as CallDeps
  const call = ({ operationId }: { operationId: string }, body: object) => {
    const schema = z.looseObject({ pad: z.string() })
    const route = { operationId, method: 'POST', body: schema } as unknown as Route
    const request = { body: Buffer.from(JSON.stringify(body)), headers: {}, query: {} }
    const admitted = { caller: 'a', address: 'b', identity: null }
    return readCall(route, { ...request, admitted } as unknown as FastifyRequest, deps)
  }
  const pad = (bytes: number) => ({ pad: 'x'.repeat(bytes - '{"pad":""}'.length) })
  await call(amendSpool.http, pad(131_073))
  await call(verifyDelivery.http, pad(131_073))
  await call(createSpool.http, pad(131_073))
  await expect(call(createSpool.http, pad(131_072))).rejects.toMatchObject({ code: 'validation_failed' })
  expect(given).toEqual([
    [verifyDelivery.http.operationId, 131_073, 'a'],
    [createSpool.http.operationId, 131_073, 'a'],
  ])
})
