// Compiles the programs of the image to JavaScript: `compile.mjs FOLDER` writes them with the packages of the workspace that they need, the
// files that these read, and manifests that point at JavaScript. `install.mjs` completes the folder.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { imageFolders, repository } from './image-packages.mjs'

const target = resolve(process.argv[2] ?? join(repository, '.outturn/image'))
const folders = imageFolders()

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
execFileSync(
  join(repository, 'node_modules/.bin/tsc'),
  // Types are checked by a gate.
  ['--project', join(import.meta.dirname, 'tsconfig.json'), '--noCheck', '--outDir', target],
  { stdio: 'inherit' },
)
// What other programs are made of was compiled along.
for (const folder of globSync('{libs,services,deploy}/*', { cwd: target })) {
  if (!folders.includes(folder)) rmSync(join(target, folder), { recursive: true })
}
// The lock file is about all packages of the workspace.
for (const manifest of [
  ...globSync('{libs,services,deploy}/*/package.json', { cwd: repository }),
  'test/package.json',
  'package.json',
]) {
  const text = readFileSync(join(repository, manifest), 'utf8')
  mkdirSync(dirname(join(target, manifest)), { recursive: true })
  writeFileSync(join(target, manifest), text.replaceAll(/(\.\/(?:src|bin)\/[^"]+)\.ts"/g, '$1.js"'))
}
for (const folder of folders) copyIfThere(join(folder, 'src'), isReadAtRunTime)
for (const name of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'deploy/nats', 'deploy/postgres', 'docs/guide'])
  copyIfThere(name)
copyIfThere('deploy/docker/health.mjs')

function copyIfThere(path, filter = () => true) {
  if (existsSync(join(repository, path)))
    cpSync(join(repository, path), join(target, path), { recursive: true, force: true, filter })
}

/** Migrations, templates and the like; the compiler has written the rest. */
function isReadAtRunTime(path) {
  return basename(path) !== 'node_modules' && basename(path) !== 'testing' && !path.endsWith('.ts')
}
