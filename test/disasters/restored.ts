import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { OneCallResponse } from '@outturn/contracts'
import { sql } from '../monitoring/breaking.ts'
import type { Disaster } from './disaster.ts'
import { type LostSystem, startLostSystem } from './lost-system.ts'
import { untilReady } from './standby.ts'

/** A checkpoint covers a receipt within a second. */
const checkpointMs = 3_000
/** The sessions of a Postgres that was killed notice it within a moment. */
export const sessionsEndMs = 2_000

async function verifySeveral(lost: LostSystem, prefix: string, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `${prefix}-${index}`)
  for (const name of names) {
    const { status, reason } = await lost.verify(name)
    if (status !== 201) throw new Error(`the verification ${name} is answered ${status}, ${reason}`)
  }
  return names
}

function receiptOf({ kept }: LostSystem, name: string): string {
  const { receipt } = JSON.parse(readFileSync(join(kept, `${name}.json`), 'utf8')) as OneCallResponse
  return receipt?.id ?? 'none'
}

/** Copies the entries of the log of production as a mirror does. */
async function mirrorLog({ system, kept }: LostSystem): Promise<string> {
  const url = `${system.baseUrl}/log`
  const folder = join(kept, 'mirror')
  const checkpoint = await (await fetch(`${url}/checkpoint`)).text()
  const size = Number(checkpoint.split('\n')[1])
  for (let index = 0; index * 256 < size; index += 1) {
    const width = Math.min(256, size - index * 256)
    const name = `tile/entries/${String(index).padStart(3, '0')}${width === 256 ? '' : `.p/${width}`}`
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, new Uint8Array(await (await fetch(`${url}/${name}`)).arrayBuffer()))
  }
  return folder
}

export const recoveredLog: Disaster = {
  name: 'Postgres, a base backup alone is left; a mirror has the log',
  async meet(report) {
    await using stops = new AsyncDisposableStack()
    const lost = await startLostSystem(stops)
    await verifySeveral(lost, 'before', 2)
    await lost.run('npm run backup -- create')
    const names = await verifySeveral(lost, 'after', 3)
    await pause(checkpointMs)
    const folder = await mirrorLog(lost)
    await lost.system.killAll()
    await pause(sessionsEndMs)
    await lost.run('npm run backup -- restore --replace --until base')
    await lost.system.startAgain()
    const refused = await lost.verify('refused')
    if (refused.reason !== 'restored_from_backup')
      throw new Error(`after the restore a verification is answered ${refused.status}, ${refused.reason}`)
    report('restored: nothing is signed')
    await lost.run(`npm run admin -- receipts import ${names.map((name) => `${name}.json`).join(' ')}`)
    await lost.run(`npm run admin -- log recover --from ${folder}`)
    await untilReady(lost.system.baseUrl)
    await verifySeveral(lost, 'recovered', 1)
    await pause(checkpointMs)
    const audited = await lost.run(`npm run -s outturn -- audit ${lost.system.baseUrl}`)
    if (!audited.includes('WHOLE')) throw new Error(`the audit says ${audited}`)
    return `${names.length} receipts and the leaves of the log came back, and the audit says WHOLE`
  },
}

export const wrongMigration: Disaster = {
  name: 'A wrong migration',
  async meet(report) {
    await using stops = new AsyncDisposableStack()
    const lost = await startLostSystem(stops)
    await lost.run('npm run backup -- create')
    const names = await verifySeveral(lost, 'before', 2)
    const receipts = names.map((name) => receiptOf(lost, name))
    await pause(checkpointMs)
    const [{ now } = { now: '' }] = await sql(
      lost.system,
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`,
    )
    await pause(1_500)
    await sql(lost.system, 'alter table spool.spool rename column version to revision')
    const broken = await lost.verify('broken')
    if (broken.status < 500) throw new Error(`after the wrong migration it is answered ${broken.status}`)
    await sql(lost.system, 'select pg_switch_wal()')
    await pause(5_000)
    report(`the column of a table is gone: ${broken.status}`)
    await lost.system.killAll()
    await pause(sessionsEndMs)
    await lost.run(`npm run backup -- restore --replace --until ${String(now)}`)
    await lost.system.startAgain()
    await untilReady(lost.system.baseUrl)
    await verifySeveral(lost, 'before', 2)
    const repeated = names.map((name) => receiptOf(lost, name))
    if (repeated.join() !== receipts.join())
      throw new Error(`calls of before got ${receipts.join(', ')} and now get ${repeated.join(', ')}`)
    await verifySeveral(lost, 'after', 1)
    return `${names.length} calls of before repeat the receipts that they got, and new ones are verified`
  },
}
