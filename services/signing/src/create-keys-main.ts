import { parseArgs } from 'node:util'
import { environments } from '@outturn/contracts'
import { createKeyFiles } from './adapters/create-key-files.ts'

const { values } = parseArgs({
  options: { dir: { type: 'string' }, environment: { type: 'string', multiple: true } },
})
const wanted = values.environment ?? [...environments]
const known = environments.filter((environment) => wanted.includes(environment))
if (values.dir === undefined || known.length !== wanted.length) {
  process.stderr.write('usage: create-keys-main.ts --dir DIRECTORY [--environment production|demo]…\n')
  process.exit(2)
}
for (const environment of known) {
  for (const path of await createKeyFiles(values.dir, environment, new Date())) {
    process.stdout.write(`created ${path}\n`)
  }
}
