import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPool, onPool, type Pool } from '@outturn/postgres'
import { testDatabase } from '@outturn/testkit'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { composeMail } from './compose.ts'
import { queueMail, relayMail } from './outbox.ts'
import { type MailTransport, openMailTransport } from './transport.ts'

const start = new Date('2026-11-27T12:00:00Z')
const later = (ms: number) => new Date(start.getTime() + ms)
const hourMs = 3_600_000

let database: Awaited<ReturnType<typeof testDatabase>>
let pool: Pool
beforeAll(async () => {
  database = await testDatabase(['gateway'])
  pool = createPool({
    connectionString: database.urlOf('outturn_gateway'),
    schema: 'gateway',
    applicationName: 'test',
  })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(() => pool.query('delete from mail'))

const rendered = composeMail({
  to: 'ada@example.com',
  subject: 'Sign in',
  paragraphs: ['Hello.'],
  foot: ['Outturn'],
})
const states = async () => (await pool.query('select state, tries from mail order by state')).rows

async function queue(expiresAt = later(24 * hourMs)): Promise<void> {
  const mail = { id: randomUUID(), kind: 'sign_in', subjectId: 'one', createdAt: start, expiresAt }
  await queueMail(onPool(pool), mail)
}

function relay(transport: MailTransport | null, now: Date, mail: typeof rendered | null = rendered) {
  return relayMail({ pool, transport, render: async () => mail, onFailure: () => {} }, now)
}

/** A mail server that refuses the first mails for now. */
async function openServer(refusals: number) {
  const taken: string[] = []
  let refused = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => {
        if (refused++ < refusals) return done(new Error('try again later'))
        taken.push(text)
        return done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const transport = openMailTransport({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'Outturn <mail@outturn.example>',
  })
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { taken, transport: transport as MailTransport, close }
}

test('a mail that the server refuses for now is sent again, and only once more', async () => {
  const server = await openServer(1)
  await queue()
  await relay(server.transport, start)
  expect(await states()).toEqual([{ state: 'waiting', tries: 1 }])
  expect(await relay(server.transport, later(1_000))).toBe(0)
  await relay(server.transport, later(6_000))
  expect(await relay(server.transport, later(hourMs))).toBe(0)
  expect(await states()).toEqual([{ state: 'accepted', tries: 2 }])
  expect(server.taken).toHaveLength(1)
  expect(server.taken[0]).toMatch(/From: Outturn <mail@outturn\.example>/)
  expect(server.taken[0]).toMatch(/Auto-Submitted: auto-generated/)
  await server.close()
})

test('a mail is tried eight times in a day, and then said to have failed', async () => {
  const server = await openServer(100)
  await queue(later(48 * hourMs))
  const waits = [0, 5_000, 30_000, 120_000, 600_000, hourMs, 4 * hourMs, 8 * hourMs]
  let at = 0
  for (const wait of waits) {
    at += wait
    expect(await relay(server.transport, later(at))).toBe(1)
  }
  expect(await states()).toEqual([{ state: 'failed', tries: 8 }])
  await server.close()
})

test('what has expired, and what is not to be sent, is not sent', async () => {
  const server = await openServer(0)
  await queue(later(1_000))
  await relay(server.transport, later(1_000))
  await queue()
  await relay(server.transport, start, null)
  expect((await states()).map(({ state }) => state)).toEqual(['expired', 'not_sent'])
  expect(server.taken).toEqual([])
  await server.close()
})

test('two replicas do not send one mail twice, and a mail of one that ended is sent by the other', async () => {
  const server = await openServer(0)
  await queue()
  await Promise.all([relay(server.transport, start), relay(server.transport, start)])
  expect(server.taken).toHaveLength(1)
  await queue()
  await pool.query(`update mail set tries = 1, next_try_at = $1 where state = 'waiting'`, [later(60_000)])
  expect(await relay(server.transport, later(59_000))).toBe(0)
  expect(await relay(server.transport, later(60_000))).toBe(1)
  await server.close()
})

test('without a mail server mails are kept as files of their owner alone', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'outturn-mail-')), 'mail')
  const transport = openMailTransport({ folder })
  await queue()
  await relay(transport, start)
  const [name = '', ...others] = await readdir(folder)
  expect(others).toEqual([])
  expect(name).toMatch(/^2026-11-27T12-00-00-000Z-[0-9a-f]{8}\.eml$/)
  expect(await readFile(join(folder, name), 'utf8')).toContain('To: ada@example.com')
  await rm(folder, { recursive: true })
})

test('with neither a server nor a folder a mail waits, and is never said to be accepted', async () => {
  expect(openMailTransport({})).toBeNull()
  await queue()
  await relay(null, start)
  expect(await states()).toEqual([{ state: 'waiting', tries: 1 }])
})
