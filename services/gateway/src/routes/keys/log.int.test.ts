import type { Environment } from '@outturn/vocabulary'
import { type CommandInput, Refusal, readLogCheckpoint, readLogTile } from '@outturn/contracts'
import { on } from '@outturn/messaging'
import { testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenGateway, openGateway } from '../../testing/open-gateway.ts'

type Asked = { environment: Environment } & CommandInput<typeof readLogTile>

let gateway: OpenGateway
const asked: Asked[] = []

beforeAll(async () => {
  gateway = await openGateway({ testDatabase, testNats })
  for (const environment of ['production', 'demo'] as const) {
    await gateway.answerAs('signing', environment, [
      on(readLogCheckpoint, async () => ({ checkpoint: `log of ${environment}\n` })),
      on(readLogTile, async (tile) => {
        asked.push({ environment, ...tile })
        if (tile.index === 999) throw new Refusal('not_found', 'The log has no such tile.')
        const { log, level, index, width } = tile
        const said = [environment, ...(log === undefined ? [] : [`log ${log}`]), level, index, width].join(
          ' ',
        )
        return { tile: Buffer.from(said).toString('base64') }
      }),
    ])
  }
})
afterAll(() => gateway?.close())

async function read(path: string) {
  const response = await fetch(`${gateway.baseUrl}${path}`)
  const { status, headers } = response
  return {
    status,
    body: await response.text(),
    type: headers.get('content-type'),
    caching: headers.get('cache-control'),
    quota: headers.get('ratelimit'),
  }
}

test.each([
  ['/log', 'production'],
  ['/log/demo', 'demo'],
])('%s/checkpoint is the note of %s, good for moments', async (prefix, environment) => {
  expect(await read(`${prefix}/checkpoint`)).toEqual({
    status: 200,
    body: `log of ${environment}\n`,
    type: 'text/plain; charset=utf-8',
    caching: 'public, max-age=2',
    quota: null,
  })
})

test.each([
  ['/log/tile/0/000', 'production 0 0 256'],
  ['/log/tile/0/001.p/5', 'production 0 1 5'],
  ['/log/583920174621/tile/0/000', 'production log 583920174621 0 0 256'],
  ['/log/tile/1/x001/234', 'production 1 1234 256'],
  ['/log/tile/1/x001/234.p/255', 'production 1 1234 255'],
  ['/log/tile/entries/x001/x234/067', 'production entries 1234067 256'],
  ['/log/tile/entries/x001/x234/067.p/9', 'production entries 1234067 9'],
  ['/log/demo/tile/0/000', 'demo 0 0 256'],
  ['/log/demo/tile/entries/000.p/1', 'demo entries 0 1'],
])('%s is bytes that never change', async (path, body) => {
  expect(await read(path)).toEqual({
    status: 200,
    body,
    type: 'application/octet-stream',
    caching: 'public, max-age=31536000, immutable',
    quota: null,
  })
})

test('a full tile is asked for once', async () => {
  const before = asked.length
  await read('/log/tile/2/000')
  await read('/log/tile/2/000')
  await read('/log/demo/tile/2/000')
  expect(asked.slice(before).map(({ environment }) => environment)).toEqual(['production', 'demo'])
})

test('a tile that the log does not have is not there, and no one keeps that', async () => {
  const before = asked.length
  expect(await read('/log/tile/0/999')).toMatchObject({ status: 404, caching: 'no-store' })
  expect(await read('/log/tile/0/999')).toMatchObject({ status: 404, caching: 'no-store' })
  expect(asked).toHaveLength(before + 2)
})

test.each([
  '/log/tile/7/000',
  '/log/tile/0/0',
  '/log/tile/0/x000/000',
  '/log/tile/0/000.p/256',
  '/log/tile/0/000.p/0',
  '/log/tile/entries/000.p/01',
])('%s is no address of a tile, and signing is not asked', async (path) => {
  const before = asked.length
  const { status, body } = await read(path)
  expect([status, JSON.parse(body).code]).toEqual([404, 'not_found'])
  expect(asked).toHaveLength(before)
})
