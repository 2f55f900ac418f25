import { setTimeout as pause } from 'node:timers/promises'
import { sql } from '../monitoring/breaking.ts'
import { connectOperator } from '../system/operator.ts'
import type { Disaster } from './disaster.ts'
import { startLostSystem } from './lost-system.ts'
import { sessionsEndMs } from './restored.ts'
import { untilReady } from './standby.ts'

/** A backup from before an erasure is restored: the list outside of the database has it erased again. */
export const restoredErasure: Disaster = {
  name: 'A backup brings an erased account back',
  async meet(report) {
    await using stops = new AsyncDisposableStack()
    const lost = await startLostSystem(stops)
    const { system, run } = lost
    const operator = await connectOperator(system.file())
    const { accountId, apiKey } = await operator.openAccount()
    await operator.close()
    const answerToItsKey = async () => {
      const headers = { authorization: `Bearer ${apiKey}` }
      const answer = await fetch(`${system.baseUrl}/api/v1/account`, { headers })
      return { status: answer.status, text: await answer.text() }
    }
    const expectStatus = async (when: string, expected: number) => {
      const { status, text } = await answerToItsKey()
      if (status !== expected) throw new Error(`${when} its key is answered ${status}: ${text}`)
    }
    await expectStatus('before the erasure', 200)
    await run('npm run backup -- create')
    const erase = `account erase --account ${accountId}`
    await run(`npm run admin -- --as alice ${erase} --reason "the person asked for it"`)
    const erased = await run(`npm run admin -- --json --as bob ${erase} --approve`)
    if (!erased.includes('"erased"')) throw new Error(`the erasure ends with ${erased}`)
    await expectStatus('after the erasure', 401)
    await system.killAll()
    await pause(sessionsEndMs)
    await run('npm run backup -- restore --replace --until base')
    await system.startAgain()
    const first = await answerToItsKey()
    if (first.status !== 401 && !first.text.includes('erasures_missing'))
      throw new Error(`after the restore its key is answered ${first.status}: ${first.text}`)
    report(`restored from before the erasure: its key is answered ${first.status}`)
    await untilReady(system.baseUrl)
    await expectStatus('when the service is ready again', 401)
    const [row] = await sql(system, 'select is_repeated, applied_at from erasure', 'signing')
    if (row?.['is_repeated'] !== true || row['applied_at'] === null)
      throw new Error(`the database notes of the erasure ${JSON.stringify(row)}`)
    const shown = await run('npm run admin -- --json account erasures')
    if (!/"erasures":\s*\[\]/.test(shown)) throw new Error(`account erasures shows ${shown}`)
    return 'the restored database erased the account again by itself, and its key was never taken'
  },
}
