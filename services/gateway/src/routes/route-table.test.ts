import { publicEndpoints } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { routeTable } from './route-table.ts'
import { noAssets } from '../testing/no-assets.ts'

test('every public endpoint of the contracts is served, and no other', () => {
  const routes = routeTable('outturn', noAssets)
  const served = routes.filter(({ isInternal }) => isInternal !== true)
  const placeOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
  expect(served.map(placeOf).toSorted()).toEqual(publicEndpoints('outturn').map(placeOf).toSorted())
})
