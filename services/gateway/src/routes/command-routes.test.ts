import { allServed, defineCommand, openAccess, readUsage, verifyDelivery } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { json, serve } from '../http/route.ts'
import { commandRoutes } from './command-routes.ts'
import { routeTable } from './route-table.ts'
import { noAssets } from '../testing/no-assets.ts'

const routes = routeTable('outturn', noAssets)

test('every served command has one route, and no two routes are reached alike', () => {
  const served = routes.filter(({ operationId }) =>
    allServed.some(({ http }) => http.operationId === operationId),
  )
  expect(served).toHaveLength(allServed.length)
  const addresses = routes.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('a command that declares a rule of its own is not served without it', () => {
  expect(() => commandRoutes([], [verifyDelivery])).toThrow('no route has the rule of verify-delivery')
})

test('a rule that its endpoint does not declare is not served', () => {
  const undeclared = serve(readUsage.http, () => json(200, {}))
  expect(() => commandRoutes([undeclared], [readUsage])).toThrow('read-usage does not declare hasOwnRule')
})

test('a command whose input no part of the request fills is not served', () => {
  const unfilled = defineCommand('spool.unfilled', {
    input: z.strictObject({ colour: z.string() }),
    output: z.strictObject({}),
    http: {
      path: '/api/v1/unfilled',
      access: openAccess,
      tag: 'Service',
      summary: 'Never served',
      success: { status: 200, description: 'Never.' },
    },
  })
  expect(() => commandRoutes([], [unfilled])).toThrow(
    'unfilled: no part of the request fills the member colour',
  )
})
