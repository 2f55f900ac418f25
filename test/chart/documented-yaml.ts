import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repository } from '../gates/run-program.ts'
import { type KubernetesObject, parseObjects } from './kubernetes-objects.ts'

const pages = ['deploy/helm/outturn/README.md', 'deploy/kubernetes/README.md', 'docs/operating/helm.md']

/** Blocks of YAML on the pages about the chart: objects of Kubernetes, and values of the chart as files. */
export function documentedYaml(): { objects: KubernetesObject[]; valuesFiles: Record<string, string> } {
  const folder = mkdtempSync(join(tmpdir(), 'outturn-documented-yaml-'))
  const objects: KubernetesObject[] = []
  const valuesFiles: Record<string, string> = {}
  for (const page of pages.filter((each) => existsSync(join(repository, each)))) {
    const text = readFileSync(join(repository, page), 'utf8')
    for (const [index, [, block = '']] of [...text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].entries()) {
      if (/^apiVersion:/m.test(block)) {
        objects.push(...parseObjects(block))
        continue
      }
      const file = join(folder, `${page.replaceAll('/', '-')}-${index}.yaml`)
      writeFileSync(file, block)
      valuesFiles[`${page} block ${index + 1}`] = file
    }
  }
  return { objects, valuesFiles }
}
