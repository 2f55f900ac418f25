// Runs a TypeScript file of the project, or an installed program with --bin, after the same set-up as `npm start`.
import { join, resolve } from 'node:path'
import { prepare, repository, runInForeground, runMain, SetupError } from './bootstrap.mjs'

await runMain(async () => {
  const [first, ...rest] = process.argv.slice(2)
  const node = await prepare()
  if (first === '--bin' && rest[0] !== undefined) {
    return runInForeground(join(repository, 'node_modules/.bin', rest[0]), rest.slice(1))
  }
  if (first === undefined || first.startsWith('-')) {
    throw new SetupError('Usage: node deploy/local/run.mjs FILE.ts [ARGUMENT…] | --bin PROGRAM [ARGUMENT…]')
  }
  return runInForeground(node, [resolve(repository, first), ...rest])
})
