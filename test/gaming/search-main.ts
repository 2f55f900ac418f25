// `npm run gaming -- --minutes 60`: plays games from new seeds against a system of its own, until the time is up.
import { sendTo } from '../e2e/api.ts'
import { connectOperator } from '../system/operator.ts'
import { countOf, readOptions } from '../system/read-options.ts'
import { startSystem } from '../system/running-system.ts'
import { play } from './play.ts'
import { openAccounts } from './players.ts'

const usage = `Usage: npm run gaming -- [--minutes NUMBER] [--seed NUMBER]

  --minutes NUMBER  how long new games are begun; by default 5
  --seed NUMBER     the first game; each further one has the next number; by default one that the clock gives
  --help            show this
`
const options = readOptions(usage, {
  minutes: { type: 'string', default: '5' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
})
const endsAt = Date.now() + countOf(usage, options.minutes) * 60_000
const atOnce = 4
const reportEvery = 100
let next = countOf(usage, options.seed)
let played = 0
let lost = 0

// Attestations and statuses are asked for without a key, so by one address.
const system = await startSystem('compact', { gateway: { RATE_QUOTA: '1000000' } })
const operator = await connectOperator(system.file())
try {
  const send = sendTo(system.file())
  const accounts = await openAccounts(operator)
  const playOn = async () => {
    while (Date.now() < endsAt) {
      const seed = next
      next += 1
      await play(send, accounts, seed).catch((error: Error) => {
        lost += 1
        process.stdout.write(`${error.message}\n  => ${String(error.cause)}\n`)
      })
      played += 1
      if (played % reportEvery === 0) process.stdout.write(`${played} games, ${lost} lost\n`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, playOn))
  process.stdout.write(`${played} games, ${lost} lost\n`)
  process.exitCode = lost === 0 ? 0 : 1
} finally {
  await operator.close()
  await system.stop()
}
