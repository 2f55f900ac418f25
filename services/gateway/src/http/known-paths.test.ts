import { expect, test } from 'vitest'
import { routeTable } from '../routes/route-table.ts'
import { knownPaths } from './known-paths.ts'

const noAssets = { stylesheet: '', verifyScript: '', files: new Map() }
const methodsOf = knownPaths(routeTable('outturn', noAssets))

test('a known path has its methods, HEAD with GET', () => {
  expect(methodsOf('/api/v1/verify')).toEqual(['POST'])
  expect(methodsOf('/api/v1/spools/spl_000000000000000000000000')).toEqual(['GET', 'HEAD'])
  expect(methodsOf('/api/sandbox/session')).toEqual(['GET', 'HEAD', 'POST'])
})

test.each(['/', '/api/v1/verify/', '/api/v1/verifyx', '/api/v1/spools', '/openapiXjson', '/API/V1/VERIFY'])(
  '%s is no path',
  (path) => {
    expect(methodsOf(path)).toEqual([])
  },
)
