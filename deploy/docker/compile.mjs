// Makes the programs of the image of their sources: `compile.mjs FOLDER` writes them as JavaScript, with the packages of the workspace that
// they need, the files that these read, and manifests that point at JavaScript. `install.mjs` completes the folder.
//
// Types are replaced by blanks, as Node does it when it runs the sources, so lines and columns of an error are those of the source.
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { imageFolders, repository } from './image-packages.mjs'

const target = resolve(process.argv[2] ?? join(repository, '.outturn/image'))
const folders = imageFolders()
/** The specifier of a module of the same package, as `import`, `export` and `import()` write it. */
const relativeImport = /(\b(?:from|import)\s*\(?\s*')(\.{1,2}\/[^'\n]+)\.ts'/g

rmSync(target, { recursive: true, force: true })
for (const folder of folders) {
  for (const file of globSync(`${folder}/{src,bin}/**/*.ts`, { cwd: repository, exclude: isOfTests })) {
    const code = stripTypeScriptTypes(readFileSync(join(repository, file), 'utf8'))
    write(file.replace(/\.ts$/, '.js'), code.replaceAll(relativeImport, "$1$2.js'"))
  }
  copyIfThere(join(folder, 'src'), isReadAtRunTime)
}
// The lock file is about all packages of the workspace.
for (const manifest of [
  ...globSync('{libs,services,deploy}/*/package.json', { cwd: repository }),
  'test/package.json',
  'package.json',
]) {
  const text = readFileSync(join(repository, manifest), 'utf8')
  write(manifest, text.replaceAll(/(\.\/(?:src|bin)\/[^"]+)\.ts"/g, '$1.js"'))
}
for (const path of [
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'deploy/nats',
  'deploy/postgres',
  'docs/guide',
]) {
  copyIfThere(path)
}
cpSync(join(import.meta.dirname, 'health.sh'), join(target, 'health.sh'))
// Each build confirms the contact in security.txt for a year.
const builtAt = new Date(Number(process.env.SOURCE_DATE_EPOCH ?? Date.now() / 1_000) * 1_000)
write('services/gateway/built-at', builtAt.toISOString())

function write(path, text) {
  mkdirSync(dirname(join(target, path)), { recursive: true })
  writeFileSync(join(target, path), text)
}

function copyIfThere(path, filter = () => true) {
  if (!existsSync(join(repository, path))) return
  cpSync(join(repository, path), join(target, path), { recursive: true, force: true, filter })
}

/** Migrations, templates and the like. */
function isReadAtRunTime(path) {
  return basename(path) !== 'node_modules' && basename(path) !== 'testing' && !path.endsWith('.ts')
}

function isOfTests(path) {
  return (
    basename(path) === 'testing' || basename(path) === 'node_modules' || /\.(test|fixture|d)\.ts$/.test(path)
  )
}
