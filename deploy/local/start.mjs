// `npm start`: the whole system on this machine. `npm start -- --help` lists the options.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepare, repository, becomeOrRun, runMain } from './bootstrap.mjs'

await runMain(async () => {
  if (process.argv.includes('--help')) {
    process.stdout.write(readFileSync(join(repository, 'deploy/local/usage.txt')))
    return 0
  }
  const node = await prepare()
  const entry = join(repository, 'deploy/local/src/main.ts')
  // What the start took is given back once the services run (libs/service/src/lifecycle/collect-at-rest.ts).
  return becomeOrRun(node, ['--expose-gc', entry, ...process.argv.slice(2)])
})
