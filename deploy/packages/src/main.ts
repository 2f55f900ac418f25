import { basename, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { buildGithubAction, buildPackage } from './build-package.ts'
import { publishedPackages } from './published-packages.ts'
import { repository } from './source-manifest.ts'

const usage = `Usage: npm run build:packages [-- NAME…] [--without-types] [--folder FOLDER]

Builds the packages that are published and the GitHub Action, all of them or those that are named by their folders
(sdk, cli, github-action, …), each into dist/ of its folder. That folder is the package: npm pack and npm publish take it as it is.

  --without-types   build the scripts alone
  --folder FOLDER   where a single package goes instead of its dist/
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'without-types': { type: 'boolean' }, folder: { type: 'string' } },
})
const builds = new Map([
  ...publishedPackages.map((each) => [basename(each.folder), buildPackage.bind(null, each)] as const),
  ['github-action', buildGithubAction] as const,
])
const names = [...builds.keys()]
const unknown = positionals.find((name) => !names.includes(name))
if (unknown !== undefined) {
  process.stderr.write(`There is no package ${unknown}; there are ${names.join(', ')}.\n\n${usage}`)
  process.exitCode = 2
} else if (values.folder !== undefined && positionals.length !== 1) {
  process.stderr.write(`Name the one package that goes to ${values.folder}.\n\n${usage}`)
  process.exitCode = 2
} else {
  for (const [name, build] of builds) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    const folder = await build({
      ...(values.folder !== undefined && { folder: values.folder }),
      hasTypes: values['without-types'] !== true,
    })
    process.stdout.write(`${relative(repository, folder)}\n`)
  }
}
