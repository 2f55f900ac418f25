import { randomBytes } from 'node:crypto'
import { globSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from '../monitoring/breaking.ts'
import type { Disaster } from './disaster.ts'
import { startLostSystem } from './lost-system.ts'
import type { SystemFile } from '../system/running-system.ts'

/** The start refuses without the file; with another pepper the fingerprint has to be deleted first. */
export const lostPepper: Disaster = {
  name: 'The key pepper',
  async meet(report) {
    await using stops = new AsyncDisposableStack()
    const lost = await startLostSystem(stops)
    const { account_id: account, api_key: dead, database_url_file: urlFile } = lost.system.file()
    const urlBefore = new URL(readFileSync(urlFile, 'utf8').trim())
    await lost.system.killAll()
    const [pepper = ''] = globSync(join(lost.system.home, 'secrets/*pepper*'))
    renameSync(pepper, `${pepper}.lost`)
    const refusal = await lost.system.startAgain().then(
      () => 'it started',
      (error: Error) => error.message,
    )
    if (!refusal.includes('key pepper')) throw new Error(`a start without the pepper says: ${refusal}`)
    report(`a start without ${basename(pepper)} is refused`)
    writeFileSync(pepper, randomBytes(32).toString('hex'), { mode: 0o600 })
    // The gateway refuses another pepper, and the start waits for it: meanwhile the fingerprint is deleted.
    await Promise.all([lost.system.startAgain(), deleteFingerprint(lost.system.home, urlBefore)])
    const keyOf = (key: string) =>
      fetch(`${lost.system.baseUrl}/api/v1/account`, { headers: { authorization: `Bearer ${key}` } })
    if ((await keyOf(dead)).status !== 401) throw new Error('the old key still opens the account')
    const printed = await lost.run(`npm run admin -- key create --account ${account}`)
    const [key = ''] = /spk_live_\w+/.exec(printed) ?? []
    const { status } = await keyOf(key)
    if (status !== 200) throw new Error(`the new key is answered ${status}`)
    return 'the old keys are 401, a new one opens the account'
  },
}

/** Asks Postgres at the port of this start, as soon as it takes connections and has the tables. */
async function deleteFingerprint(home: string, url: URL): Promise<void> {
  const urlFile = join(home, 'tmp/superuser-url')
  const file = () => ({ database_url_file: urlFile }) as SystemFile
  for (let tries = 0; ; tries += 1) {
    try {
      url.port = readFileSync(join(home, 'postgres/postmaster.pid'), 'utf8').split('\n')[3] ?? ''
      writeFileSync(urlFile, url.href)
      await sql({ file }, 'delete from gateway.key_pepper; delete from gateway_demo.key_pepper')
      return
    } catch (error) {
      if (tries > 120) throw error
      await pause(250)
    }
  }
}
