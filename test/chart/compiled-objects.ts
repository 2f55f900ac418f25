import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runProgram } from '../gates/run-program.ts'
import { toolsFolder } from './chart-tools.ts'
import type { KubernetesObject } from './kubernetes-objects.ts'

/** Objects of one rendering, by its name. */
export type Renderings = Readonly<Record<string, readonly KubernetesObject[]>>

/** Packages with the types of further groups. */
const packages: Readonly<Record<string, string>> = {
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
}

/** Groups whose types are written here: no package has them. */
const own: Readonly<Record<string, string>> = {
  'postgresql.cnpg.io': join(import.meta.dirname, 'other-operators.ts'),
  'external-secrets.io': join(import.meta.dirname, 'other-operators.ts'),
}

function moduleOf({ apiVersion, kind }: KubernetesObject): string {
  const [group = ''] = apiVersion.split('/')
  return own[group] ?? `${packages[group] ?? 'kubernetes-models'}/${apiVersion}/${kind}`
}

/**
 * What is wrong with objects, by the models of Kubernetes. The types find members that are unknown, missing or of another type, and
 * the validators the values that a type cannot tell, such as a port out of range.
 */
export async function findWrongObjects(renderings: Renderings): Promise<string[]> {
  return [...(await findByTypes(renderings)), ...(await findByValidators(renderings))]
}

async function findByTypes(renderings: Renderings): Promise<string[]> {
  const lines: string[] = []
  const starts: { line: number; label: string }[] = []
  const imported = new Set<string>()
  for (const [rendering, objects] of Object.entries(renderings)) {
    for (const object of objects) {
      const type = `I${object.kind}`
      const module = moduleOf(object)
      const alias = `${type}_${imported.size}`
      imported.add(`${starts.length}`)
      lines.push(`import type { ${type} as ${alias} } from ${JSON.stringify(module)}`)
      starts.push({ line: lines.length, label: `${rendering}: ${object.kind} ${object.metadata?.name}` })
      lines.push(
        ...`const object_${starts.length}: ${alias} = ${JSON.stringify(object, null, 1)}`.split('\n'),
      )
    }
  }
  writeFileSync(join(toolsFolder, 'objects.ts'), `${lines.join('\n')}\nexport {}\n`)
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: 'preserve',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    target: 'esnext',
    types: [],
  }
  writeFileSync(
    join(toolsFolder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['objects.ts'] }),
  )
  const { code, output } = await runProgram('tsc', ['--project', join(toolsFolder, 'tsconfig.json')])
  if (code === 0) return []
  return output
    .split('\n')
    .filter((line) => /error TS/.test(line))
    .map((line) => {
      const at = Number(/\((\d+),\d+\)/.exec(line)?.[1] ?? 0)
      const label = starts.findLast((start) => start.line <= at)?.label ?? ''
      return `${label}: ${line.replace(/^.*?error /, '')}`
    })
}

async function findByValidators(renderings: Renderings): Promise<string[]> {
  const problems: string[] = []
  for (const [rendering, objects] of Object.entries(renderings)) {
    for (const object of objects) {
      const path = join(toolsFolder, 'node_modules', `${moduleOf(object)}.js`)
      if (!existsSync(path)) continue
      const module = (await import(pathToFileURL(path).href)) as Record<
        string,
        new (
          data: object,
        ) => { validate(): void }
      >
      const Model = module[object.kind]
      if (Model === undefined) throw new Error(`${path} has no ${object.kind}`)
      try {
        new Model(object).validate()
      } catch (error) {
        problems.push(`${rendering}: ${object.kind} ${object.metadata.name}: ${(error as Error).message}`)
      }
    }
  }
  return problems
}
