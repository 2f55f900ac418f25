import { parseArgs } from 'node:util'
import type { Disaster } from './disaster.ts'
import { restoredErasure } from './erased.ts'
import { lostKeys, stolenKey } from './keys.ts'
import { lostPepper } from './pepper.ts'
import { recoveredLog, wrongMigration } from './restored.ts'
import { standby } from './standby.ts'

const usage = `Usage: npm run disasters [-- --only TEXT,TEXT]

Meets the disasters of docs/operating/disasters.md, each in a system of its own, by the commands that the pages print: a lost and a stolen key, a
lost key pepper, a base backup with a mirror of the log, a wrong migration, the loss of Postgres with a synchronous standby, and a backup from
before an erasure. Takes minutes.

  --only TEXT,TEXT   disasters whose names contain one of these
`
const disasters: readonly Disaster[] = [
  lostKeys,
  stolenKey,
  lostPepper,
  recoveredLog,
  wrongMigration,
  standby,
  restoredErasure,
]

const { values } = parseArgs({
  options: { help: { type: 'boolean', short: 'h' }, only: { type: 'string', default: '' } },
})
if (values.help === true) process.stdout.write(usage)
else process.exitCode = (await meetAll(values.only.split(','))) === 0 ? 0 : 1

async function meetAll(only: readonly string[]): Promise<number> {
  let failed = 0
  for (const { name, meet } of disasters.filter((each) => only.some((text) => each.name.includes(text)))) {
    process.stdout.write(`${name}\n`)
    try {
      const held = await meet((message) => process.stdout.write(`  ${message}\n`))
      process.stdout.write(`✓ ${held}\n`)
    } catch (error) {
      failed += 1
      process.stdout.write(`✗ ${(error as Error).message}\n`)
    }
  }
  process.stdout.write(`${failed === 0 ? 'every disaster was met as the pages say' : `${failed} were not`}\n`)
  return failed
}
