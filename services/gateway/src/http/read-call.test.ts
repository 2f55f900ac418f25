import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type CallDeps, readCall } from './read-call.ts'
import type { Route } from './route.ts'

test('long bodies that have arrived at once are read in a turn of the event loop each, behind the short ones', async () => {
  let turn = 0
  let counting = setImmediate(function count() {
    turn += 1
    counting = setImmediate(count)
  })
  const read: { length: number; turn: number }[] = []
  const text = z.string().refine(({ length }) => read.push({ length, turn }) > 0)
  const route = { operationId: 'test', method: 'POST', body: z.strictObject({ text }) } as unknown as Route
  const deps = { instances: {}, clock: { now: () => new Date(0) } } as CallDeps
  const call = (length: number) => {
    const body = Buffer.from(JSON.stringify({ text: 'x'.repeat(length) }))
    return readCall(route, { body, headers: {}, query: {} } as unknown as FastifyRequest, deps)
  }
  await Promise.all([200_000, 10, 20_000, 10, 200_000].map(call))
  clearImmediate(counting)
  expect(read.map(({ length }) => length)).toEqual([10, 10, 200_000, 20_000, 200_000])
  expect(new Set(read.slice(2).map((each) => each.turn)).size).toBe(3)
})
