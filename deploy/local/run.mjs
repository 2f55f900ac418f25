// Runs a TypeScript file of the project, or an installed program with --bin, after the same set-up as `npm start`.
import { join, resolve } from 'node:path'
import { prepare, repository, runInForeground, runMain, UsageError } from './bootstrap.mjs'
import { usageOf } from './program-usage.mjs'

const usage = 'Usage: node deploy/local/run.mjs FILE.ts [ARGUMENT…] | --bin PROGRAM [ARGUMENT…]'

await runMain(async () => {
  const [first, ...rest] = process.argv.slice(2)
  if (first === '--help') {
    process.stdout.write(`${usage}\n`)
    return 0
  }
  if (first === undefined || (first.startsWith('-') && (first !== '--bin' || rest[0] === undefined))) {
    throw new UsageError(usage)
  }
  if (first !== '--bin' && (rest[0] === '--help' || rest[0] === '-h')) {
    process.stdout.write(usageOf(resolve(repository, first)))
    return 0
  }
  const node = await prepare()
  if (first === '--bin') {
    return runInForeground(join(repository, 'node_modules/.bin', rest[0]), rest.slice(1))
  }
  return runInForeground(node, [resolve(repository, first), ...rest])
})
