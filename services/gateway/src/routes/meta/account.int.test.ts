import { readUsage } from '@outturn/contracts'
import { on, rawReply } from '@outturn/messaging'
import { testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../../testing/http-client.ts'
import { type OpenGateway, openGateway } from '../../testing/open-gateway.ts'

let gateway: OpenGateway
let token: string
let periodDays: number | undefined

beforeAll(async () => {
  gateway = await openGateway({ testDatabase, testNats })
  await gateway.answerAs('billing', 'production', [
    on(readUsage, async (input) => {
      periodDays = input.periodDays
      return rawReply('{}')
    }),
  ])
  token = (await gateway.issueKey()).apiKey
})
afterAll(() => gateway?.close())

const get = (path: string) => ask(gateway.baseUrl, 'GET', path, { token })

describe('usage', () => {
  test.each([
    ['', 30],
    ['?period_days=1', 1],
    ['?period_days=365', 365],
  ])('of %j is read for %i days', async (query, days) => {
    expect((await get(`/api/v1/usage${query}`)).status).toBe(200)
    expect(periodDays).toBe(days)
  })

  test.each(['0', '366', '-1', '1.5', '1e2', '', 'x', '5&period_days=6'])(
    'period_days=%s is refused',
    async (days) => {
      const refused = await get(`/api/v1/usage?period_days=${days}`)
      expect([refused.status, refused.body['code'], refused.body['field']]).toEqual([
        400,
        'validation_failed',
        'period_days',
      ])
    },
  )

  test('an unknown parameter is refused', async () => {
    const refused = await get('/api/v1/usage?period=3')
    expect([refused.status, refused.body['field']]).toEqual([400, 'period'])
  })
})
