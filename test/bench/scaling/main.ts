// `npm run scaling`: processes of verification follow the autoscaler's model through a burst of large runs. docs/operating/scaling.md tells what it shows.
import { join, resolve } from 'node:path'
import { scalings } from '@outturn/model'
import { countOf, readOptions } from '../../system/read-options.ts'
import { openAccount } from '../local-stack.ts'
import { openBench } from '../open-bench.ts'
import { createReplicaSet } from '../replicas/replica-set.ts'
import { tell } from '../tell.ts'
import { followBurst } from './follow-burst.ts'
import { checksOf, renderBurst } from './scaling-report.ts'

const usage = `Usage: npm run scaling -- [OPTION…]

  --speed NUMBER    seconds of the autoscaler in one second (default 10)
  --burst NUMBER    seconds in which large runs are sent (default 40)
  --most NUMBER     processes of verification at most (default 4)
  --home DIR        folder of the measured system (default .outturn/bench); its data is deleted at the end
  --help            show this
`
const options = readOptions(usage, {
  speed: { type: 'string', default: '10' },
  burst: { type: 'string', default: '40' },
  most: { type: 'string', default: '4' },
  home: { type: 'string', default: '.outturn/bench' },
})
const [speed, burstS, most] = [options.speed, options.burst, options.most].map((given) =>
  countOf(usage, given),
)
/** A service places at most four large runs of an account in the queue, so one alone would not fill it. */
const accountCount = 4

await using stops = new AsyncDisposableStack()
const { stack, account, instruments } = await openBench(
  resolve(join(import.meta.dirname, '../../..'), options.home),
  [],
  stops,
)
const accounts = [account]
while (accounts.length < accountCount) accounts.push(await openAccount(stack, `Burst ${accounts.length + 1}`))
const scaling = scalings.find(({ server }) => server === 'verification')
if (scaling === undefined) throw new Error('the model does not say how verification is scaled')
const quiet = () => undefined
const set = createReplicaSet(stack, stops, { added: quiet, ended: quiet })
tell(`verification from 1 process to ${most} and back, ${speed} times as fast`)
const burst = await followBurst({
  // CPU is that of the whole machine here, which others use: the lag of the queues alone scales.
  scaling: {
    ...scaling,
    minReplicas: 1,
    maxReplicas: most ?? 0,
    triggers: scaling.triggers.filter(
      (trigger) => trigger.type === 'lag' && trigger.environment === 'production',
    ),
  },
  resize: (count) =>
    count > set.countOf('verification')
      ? set.growTo(count, ['verification'])
      : set.shrinkTo(count, ['verification']),
  load: instruments.load,
  monitorUrl: stack.file.nats_monitor_url ?? '',
  url: `${stack.file.base_url}/api/v1/verify`,
  keys: accounts.map(({ headers }) => headers),
  speed: speed ?? 1,
  burstMs: (burstS ?? 0) * 1_000,
})
process.stdout.write(`\n${renderBurst(burst)}\n`)
process.exitCode = checksOf(burst).every(({ isMet }) => isMet) ? 0 : 1
