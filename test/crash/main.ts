// `npm run crash`: the crash tests with services that share processes, as `npm start` runs them, and with each case by itself;
// `npm test` gives each service a process.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { repository } from '../gates/run-program.ts'
import { misuse, readOptions } from '../system/read-options.ts'
import { layoutVariable } from './layout.ts'

const usage = `Usage: npm run crash -- [--layout LAYOUT]

  --layout LAYOUT  compact: services share processes (the default); spread: a process for each service
  --help           show this
`
const { layout } = readOptions(usage, { layout: { type: 'string', default: 'compact' } })
if (layout !== 'compact' && layout !== 'spread') {
  misuse(usage, `--layout must be compact or spread, not ${layout}.`)
}
const vitest = spawn(
  join(repository, 'node_modules/.bin/vitest'),
  ['run', '--project', 'crash', '--reporter', 'verbose', 'test/crash'],
  {
    cwd: repository,
    env: { ...process.env, [layoutVariable]: layout },
    stdio: ['ignore', 'inherit', 'inherit'],
  },
)
const [code] = (await once(vitest, 'exit')) as [number | null]
process.exitCode = code ?? 1
