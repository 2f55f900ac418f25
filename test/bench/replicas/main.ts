// `npm run bench:replicas`: what further processes of each service cost at one rate. docs/benchmarks.md says how to read it.
import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { countOf, misuse, readOptions } from '../../system/read-options.ts'
import { openBench } from '../open-bench.ts'
import { describeConditions } from '../report/conditions.ts'
import { measureReplicas } from './measure-replicas.ts'
import { renderReplicas } from './replicas-report.ts'
import { type ReplicatedService, replicatedServices } from './replica-set.ts'

const usage = `Usage: npm run bench:replicas -- [OPTION…]

  --rate NUMBER      requests that arrive each second (default 100)
  --seconds NUMBER   for how long at each number of replicas (default 20)
  --replicas LIST    numbers of processes of each service, each higher than the one before (default 1,2,4,8)
  --services LIST    services that get further processes (default gateway,spool,verification,signing,billing)
  --home DIR         folder of the measured system (default .outturn/bench); its data is deleted at the end
  --out DIR          write replicas.json to DIR (default .outturn)
  --help             show this
`
const options = readOptions(usage, {
  rate: { type: 'string', default: '100' },
  seconds: { type: 'string', default: '20' },
  replicas: { type: 'string', default: '1,2,4,8' },
  services: { type: 'string', default: replicatedServices.join(',') },
  home: { type: 'string', default: '.outturn/bench' },
  out: { type: 'string', default: '.outturn' },
})
const repository = join(import.meta.dirname, '../../..')
const out = resolve(repository, options.out)
const counts = options.replicas.split(',').map((count) => countOf(usage, count))
if (counts.some((count, index) => count <= (counts[index - 1] ?? 0))) {
  misuse(usage, `--replicas ${options.replicas}: each number must be higher than the one before.`)
}

const conditions = describeConditions()
await using stops = new AsyncDisposableStack()
const bench = await openBench(resolve(repository, options.home), [], stops)
const results = await measureReplicas(
  bench,
  {
    arrivalsPerS: countOf(usage, options.rate),
    durationMs: countOf(usage, options.seconds) * 1_000,
    counts,
    services: options.services.split(',').map(serviceNamed),
  },
  stops,
)
await mkdir(out, { recursive: true })
await writeFile(join(out, 'replicas.json'), `${JSON.stringify(results, undefined, 2)}\n`)
process.stdout.write(
  `\n${conditions}\n\n${renderReplicas(results)}\n\nWritten to ${relative(process.cwd(), out)}\n`,
)

function serviceNamed(given: string): ReplicatedService {
  const service = replicatedServices.find((name) => name === given)
  return (
    service ??
    misuse(usage, `--services ${given} is not one of ${replicatedServices.join(', ')}, separated by commas.`)
  )
}
