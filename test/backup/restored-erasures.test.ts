import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { archiveSettings, backupFolderAt } from '@outturn/backup'
import { createSignInLink } from '@outturn/contracts'
import { findPostgres, startPostgres } from '@outturn/local-servers'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { type LostSystem, startLostSystem } from '../disasters/lost-system.ts'
import { untilReady } from '../disasters/standby.ts'
import { delivery, sendOnceTo, sendTo, verified } from '../e2e/api.ts'
import { foundInTables } from '../system/found-in-tables.ts'
import { connectOperator } from '../system/operator.ts'

/** A whole system is started twice. */
const longestMs = 480_000
const longestWaitMs = 60_000

/** Stops the erasure of accounts at its first step, in the gateway. */
const hold = `
  create function public.hold() returns trigger language plpgsql as $$ begin raise exception 'held'; end $$;
  create trigger hold before update on gateway.account for each row when (new.erased_at is not null) execute function public.hold()`

const urlOf = ({ system }: LostSystem) => readFileSync(system.file().database_url_file, 'utf8').trim()

async function change(databaseUrl: string, text: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(text)
  await client.end()
}

/** Works with the data of a system that is stopped. */
async function withStoppedData<T>(
  { system, backups }: LostSystem,
  url: string,
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  const binaries = await findPostgres()
  if (binaries.kind !== 'binaries') throw new Error('unset DATABASE_URL: the drill restores its own server')
  const server = await startPostgres({
    binaries,
    dataDir: join(system.home, 'postgres'),
    password: decodeURIComponent(new URL(url).password),
    settings: archiveSettings(backupFolderAt(backups)),
    logFile: join(system.home, 'tmp/restored.log'),
  })
  try {
    return await work(Object.assign(new URL(server.url), { pathname: new URL(url).pathname }).href)
  } finally {
    await server.stop()
  }
}

test('a restore to before an erasure and a withdrawal answers nothing until both are done again', {
  timeout: longestMs,
}, async () => {
  await using stops = new AsyncDisposableStack()
  const lost = await startLostSystem(stops)
  const { system } = lost
  const send = sendTo({ base_url: system.baseUrl })
  const texts: string[] = []
  const own = (where: string) => {
    texts.push(`${where}${randomBytes(9).toString('hex')}`)
    return texts.at(-1) ?? ''
  }
  const operator = await connectOperator(system.file())
  const [gone, left] = [
    await operator.openAccount({ included: 5 }),
    await operator.openAccount({ included: 5 }),
  ]
  const email = `${own('person').toLowerCase()}@example.com`
  await operator.send(createSignInLink, { accountId: gone.accountId, email })
  await operator.close()
  const deliver = (key: string) =>
    verified(send, key, delivery({ evidence: { rows: [{ name: own('Row'), website: 'no' }] } }))
  const [erased, withdrawn] = [await deliver(gone.apiKey), await deliver(left.apiKey)]
  writeFileSync(join(lost.kept, 'erased.json'), JSON.stringify(erased))
  const use = { consumer: own('Consumer'), purpose: 'audit', reference: own('Reference') }
  const mapping = { subject: { const: own('Subject') }, predicate: '/p', value: '/v', spool: '/s' }
  const source = { name: own('Source'), kind: 'webhook', signing: { scheme: 'hmac_sha256' }, mapping }
  for (const [path, body] of [
    [`receipts/${erased.receipt?.id}/consumptions`, use],
    ['sources', source],
  ] as const)
    expect((await send(`/api/v1/${path}`, { key: gone.apiKey, body })).status).toBe(201)
  for (const [{ apiKey: key }, { spool_id: id }] of [
    [gone, erased],
    [left, withdrawn],
  ] as const)
    expect((await send(`/api/v1/spools/${id}/abandon`, { key, method: 'POST' })).status).toBe(200)
  const all = new Set(texts)
  const found = async (url = urlOf(lost)) =>
    new Set((await foundInTables(url, texts)).map((each) => each.split(': ')[1] ?? ''))
  expect(await found()).toEqual(all)

  await lost.run('npm run backup -- create')
  const { accountId } = gone
  await lost.run(`npm run admin -- --as alice account erase --account ${accountId} --reason "asked for"`)
  await lost.run(`npm run admin -- --as bob account erase --account ${accountId} --approve`)
  const content = `/api/v1/spools/${withdrawn.spool_id}/evidence/${withdrawn.receipt?.evidence[0]?.evidence_id}/content`
  expect((await send(content, { key: left.apiKey, method: 'DELETE' })).status).toBe(200)
  await expect.poll(() => found(), { timeout: longestWaitMs, interval: 500 }).toEqual(new Set())
  const list = join(system.home, 'log-floor/production/erasures')
  await expect.poll(() => readdirSync(list).length, { timeout: longestWaitMs }).toBe(2)

  const url = urlOf(lost)
  await system.killAll()
  await lost.run('npm run backup -- restore --replace --until base')
  await withStoppedData(lost, url, async (restored) => {
    expect(await found(restored)).toEqual(all)
    await change(restored, hold)
  })
  await system.startAgain()

  const sendOnce = sendOnceTo({ base_url: system.baseUrl })
  for (const service of ['signing', 'gateway'] as const) {
    const answer = await fetch(new URL('/readyz', system.file().metrics[service]))
    expect([service, answer.status, await answer.text()]).toEqual([
      service,
      503,
      expect.stringMatching(/restored database has (?:1 erased account|what was erased)/),
    ])
  }
  expect((await fetch(`${system.baseUrl}/api/ready`)).status).toBe(503)
  for (const { apiKey: key } of [gone, left]) {
    const refused = await sendOnce<{ reason: string }>(`/api/v1/spools/${erased.spool_id}`, { key })
    expect([refused.status, refused.json.reason]).toEqual([503, 'erasures_missing'])
  }
  expect(await lost.run('npm run admin -- account erasures')).toContain(accountId)

  await change(urlOf(lost), 'drop trigger hold on gateway.account; drop function public.hold()')
  await untilReady(system.baseUrl)
  expect(await foundInTables(urlOf(lost), texts)).toEqual([])
  expect((await send(`/api/v1/spools/${erased.spool_id}`, { key: gone.apiKey })).status).toBe(401)
  expect((await send<{ reason: string }>(content, { key: left.apiKey })).json.reason).toBe(
    'content_withdrawn',
  )
  expect(await lost.checkOffline('erased')).toMatch(/(?<!IN)VALID/)
})
