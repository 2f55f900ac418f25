import { expect, test } from 'vitest'
import { routeTable } from '../routes/route-table.ts'
import { knownPaths } from './known-paths.ts'
import { noAssets } from '../testing/no-assets.ts'

const methodsOf = knownPaths(routeTable('outturn', noAssets), 200)

test('a known path has its methods, HEAD with GET', () => {
  expect(methodsOf('/api/v1/verify')).toEqual(['POST'])
  expect(methodsOf('/api/v1/spools/spl_000000000000000000000000')).toEqual(['GET', 'HEAD'])
  expect(methodsOf('/api/v1/spools')).toEqual(['GET', 'HEAD', 'POST'])
  expect(methodsOf('/api/sandbox/session')).toEqual(['GET', 'HEAD', 'POST'])
})

test.each(['//', '/api/v1/verify/', '/api/v1/verifyx', '/api/v1/spool', '/openapiXjson', '/API/V1/VERIFY'])(
  '%s is no path',
  (path) => {
    expect(methodsOf(path)).toEqual([])
  },
)

test('a path with an action that there is not is no path, and one with another method keeps its own', () => {
  const spool = '/api/v1/spools/spl_000000000000000000000000'
  expect(methodsOf(`${spool}/finish`)).toEqual([])
  expect(methodsOf(`${spool}/events`)).toEqual(['GET', 'HEAD'])
  expect(methodsOf(`${spool}/accept`)).toEqual(['POST'])
  expect(methodsOf(`${spool}/quote`)).toEqual(['GET', 'HEAD', 'POST'])
})
