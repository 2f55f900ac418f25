// `npm start`: the whole system on this machine. `npm start -- --help` lists the options.
import { join } from 'node:path'
import { prepare, repository, runInForeground, runMain } from './bootstrap.mjs'

await runMain(async () => {
  const node = await prepare()
  const entry = join(repository, 'deploy/local/src/main.ts')
  return runInForeground(node, [entry, ...process.argv.slice(2)], { hasChannel: true })
})
