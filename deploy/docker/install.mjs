// Installs what the programs of the image need to run: `install.mjs FOLDER PNPM` completes what `compile.mjs` wrote to the folder. Packages
// of development are left out, and so is what only they need; `sbom.cdx.json` lists what is there.
import { execFileSync } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { imageFolders, programFolders } from './image-packages.mjs'

const [folder = '', pnpm = ''] = process.argv.slice(2)
const target = resolve(folder)
const chosen = programFolders.flatMap((each) => ['--filter-prod', `{./${each}}...`])

const bill = [
  '--sbom-format',
  'cyclonedx',
  '--sbom-type',
  'application',
  '--out',
  join(target, 'sbom.cdx.json'),
]
for (const command of [
  ['install', '--frozen-lockfile', '--prefer-offline'],
  ['sbom', ...bill],
]) {
  const args = [...command, '--prod', ...chosen]
  execFileSync(pnpm, args, { cwd: target, stdio: ['ignore', 'ignore', 'inherit'] })
}
// Manifests of the other packages were there for the lock file alone.
const kept = imageFolders()
for (const manifest of globSync('{libs,services,deploy}/*/package.json', { cwd: target })) {
  if (!kept.includes(dirname(manifest))) rmSync(join(target, dirname(manifest)), { recursive: true })
}
// The root asks for a Node of its own; the image has one.
for (const name of [
  'test',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'node_modules/node-linux-*',
  'node_modules/.pnpm/node-linux-*',
]) {
  for (const path of globSync(name, { cwd: target })) rmSync(join(target, path), { recursive: true })
}
