// Compiles the sources for an image: JavaScript, the files that it reads, and manifests that point at it. Takes the
// folder to write; `pnpm install --prod` there completes it.
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

const repository = join(import.meta.dirname, '../..')
const target = resolve(process.argv[2] ?? join(repository, '.outturn/compiled'))
const tsc = join(repository, 'node_modules/.bin/tsc')

execFileSync(tsc, ['--project', join(import.meta.dirname, 'tsconfig.json'), '--outDir', target], {
  stdio: 'inherit',
})

const packages = globSync('{libs,services,deploy}/*/package.json', { cwd: repository })
for (const manifest of [...packages, 'test/package.json', 'package.json']) {
  const text = readFileSync(join(repository, manifest), 'utf8')
  mkdirSync(dirname(join(target, manifest)), { recursive: true })
  writeFileSync(join(target, manifest), text.replaceAll(/(\.\/(?:src|bin)\/[^"]+)\.ts"/g, '$1.js"'))
}
for (const name of [
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'deploy/nats',
  'deploy/postgres',
  'docs/guide',
]) {
  cpSync(join(repository, name), join(target, name), { recursive: true, force: true })
}
for (const manifest of packages) {
  const sources = join(dirname(manifest), 'src')
  cpSync(join(repository, sources), join(target, sources), { recursive: true, filter: isReadAtRunTime })
}

/** Migrations, templates and the like; the compiler has written the rest. */
function isReadAtRunTime(path) {
  return basename(path) !== 'node_modules' && !path.endsWith('.ts')
}
