import { serviceNames } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { hostedServices } from './hosted-services.ts'

test('every service can be hosted, in the order of the list', async () => {
  const names = [...serviceNames, 'fetcher']
  const hosted = await hostedServices(names.join(', '))
  expect(hosted.map(({ name }) => name)).toEqual(names)
  expect(hosted.filter(({ isFront }) => isFront).map(({ name }) => name)).toEqual(['gateway'])
})

test.each([
  [undefined, "OUTTURN_SERVICES has ''; there are gateway"],
  ['spool,', "OUTTURN_SERVICES has ''; there are gateway"],
  ['spool,constructor', "OUTTURN_SERVICES has 'constructor'"],
  ['spool,billing,spool', 'OUTTURN_SERVICES names spool twice'],
])('the list %j is refused', async (list, problem) => {
  await expect(hostedServices(list)).rejects.toThrow(problem)
})
