import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import { repository, runProgram } from '../gates/run-program.ts'
import { helm, installChartTools, kubectl, run } from './chart-tools.ts'
import { findWrongObjects, type Renderings } from './compiled-objects.ts'
import { documentedYaml } from './documented-yaml.ts'
import { findRefusedEnvironments } from './container-environments.ts'
import { type KubernetesObject, parseObjects } from './kubernetes-objects.ts'
import { podPolicies } from './policies/pod-policies.ts'
import { releasePolicies } from './policies/release-policies.ts'
import { refusedValues } from './refused-values.ts'
import { runRelease } from './running/run-release.ts'

const usage = `Usage: npm run chart [-- --skip-run]

Renders the Helm chart with each set of values in test/chart/values and the worked example in deploy/kubernetes, and reads what comes out: every
object against the schemas of Kubernetes with unknown members refused, the policies of test/chart/policies, each of which is broken once to see that it is found,
and the environment of every container by its own program. Then it runs the release of the worked example as processes, each with the arguments,
variables, files, probes and grace of its container, on Postgres and three servers of NATS by TLS, and verifies with it. Values that must be refused are tried, and the chart is packed. Helm and kubectl are fetched into
.outturn/tools/chart at first (40 MB). There is no API server: what one alone would say, such as an admission, is not tried.

  --skip-run    do not run the release
`
const chart = join(repository, 'deploy/helm/outturn')
const valuesFolder = join(import.meta.dirname, 'values')
const documented = documentedYaml()
const example = join(repository, 'deploy/kubernetes/values.yaml')
/** Files of values by the name of their set: those of this folder, and those of the worked example. */
const sets: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    readdirSync(valuesFolder)
      .toSorted()
      .map((file) => [basename(file, '.yaml'), [join(valuesFolder, file)]]),
  ),
  ...Object.fromEntries(
    Object.entries(documented.valuesFiles).map(([name, file]) => [
      name,
      [join(valuesFolder, 'default.yaml'), file],
    ]),
  ),
  example: [example],
  'example with TLS': [example, join(repository, 'deploy/kubernetes/tls/values.yaml')],
}
const startedAt = performance.now()
const problems: string[] = []

const { values: options } = parseArgs({
  options: { help: { type: 'boolean', short: 'h' }, 'skip-run': { type: 'boolean' } },
})
if (options.help === true) process.stdout.write(usage)
else await checkChart()

async function checkChart(): Promise<void> {
  await installChartTools(report)
  const renderings: Record<string, KubernetesObject[]> = {}
  for (const [name, files] of Object.entries(sets)) {
    const chosen = files.flatMap((file) => ['--values', file])
    await run(helm, 'lint', '--strict', '--quiet', chart, ...chosen)
    renderings[name] = parseObjects(
      await run(helm, 'template', 'outturn', chart, '--namespace', 'outturn', ...chosen),
    )
  }
  const count = Object.values(renderings).flat().length
  report(`${count} objects of ${Object.keys(sets).length} sets of values: ${Object.keys(sets).join(', ')}`)
  const examples = {
    'deploy/kubernetes': await readExample('deploy/kubernetes'),
    'deploy/kubernetes/tls': await readExample('deploy/kubernetes/tls'),
  }
  report(
    `${Object.values(examples).flat().length} objects of the worked example, without and with TLS to NATS`,
  )
  await checkSchemas({ ...renderings, ...examples, documented: documented.objects })
  checkPolicies(renderings)
  await checkRefusals()
  const { checked, problems: refused } = await findRefusedEnvironments(renderings, secretsOf)
  problems.push(...refused)
  report(`${checked} environments of containers read by their programs`)
  if (options['skip-run'] !== true)
    await runRelease(
      renderings['example with TLS'] ?? [],
      examples['deploy/kubernetes/tls'],
      renderings['keda'] ?? [],
      report,
    )
  await packChart()
  for (const problem of problems) process.stderr.write(`✗ ${problem}\n`)
  process.stdout.write(`${problems.length === 0 ? 'the chart is right' : `${problems.length} problems`}\n`)
  process.exitCode = problems.length === 0 ? 0 : 1
}

async function readExample(folder: string): Promise<KubernetesObject[]> {
  return parseObjects(await run(kubectl, 'kustomize', join(repository, folder)))
}

/** Also sees that the schemas refuse: a member of another name, of another type, and a value out of range. */
async function checkSchemas(renderings: Renderings): Promise<void> {
  problems.push(...(await findWrongObjects(renderings)))
  const broken = structuredClone(renderings['keda'] ?? []) as KubernetesObject[]
  const breakFirst = (kind: string, members: object) =>
    Object.assign(broken.find((each) => each.kind === kind)?.spec ?? {}, members)
  breakFirst('Deployment', { maxUnavaileble: 1 })
  breakFirst('PodDisruptionBudget', { maxUnavailable: true })
  breakFirst('ScaledObject', { minReplicaCount: '2' })
  breakFirst('PodMonitor', { podMetricEndpoints: [] })
  const found = (await findWrongObjects({ broken })).map((each) => each.split(' ')[1])
  for (const kind of ['Deployment', 'PodDisruptionBudget', 'ScaledObject', 'PodMonitor'])
    if (!found.includes(kind)) problems.push(`the schemas accept a ${kind} that was broken`)
  report('every object matches its schema, and 4 broken ones do not')
}

function checkPolicies(renderings: Renderings): void {
  const policies = [...podPolicies, ...releasePolicies]
  for (const { name, find, breaks } of policies) {
    for (const [rendering, objects] of Object.entries(renderings))
      problems.push(...find(objects).map((finding) => `${rendering}: ${finding} (${name})`))
    const broken = structuredClone(renderings['keda'] ?? []) as KubernetesObject[]
    breaks(broken)
    if (find(broken).length === 0) problems.push(`the policy does not find that it is broken: ${name}`)
  }
  report(`${policies.length} policies hold, and each is found when it is broken`)
}

async function checkRefusals(): Promise<void> {
  const valid = join(valuesFolder, 'default.yaml')
  for (const [values, refusal] of refusedValues) {
    const chosen = values.flatMap((value) => ['--set', value])
    const { code, output } = await runProgram(helm, [
      'template',
      'outturn',
      chart,
      '--values',
      valid,
      ...chosen,
    ])
    if (code === 0 || !refusal.test(output))
      problems.push(`${values.join(' ')} was not refused as expected: ${output.slice(0, 300)}`)
  }
  report(`${refusedValues.length} wrong values refused with a reason`)
}

/** How the Secrets of a set of values are named. */
function secretsOf(set: string): { prefix?: string; names?: Record<string, string> } {
  const chosen = (sets[set] ?? []).map((file) => {
    const { secrets } = parse(readFileSync(file, 'utf8')) as { secrets?: object }
    return secrets ?? {}
  })
  return Object.assign({}, ...chosen)
}

async function packChart(): Promise<void> {
  const folder = join(repository, '.outturn/chart')
  mkdirSync(folder, { recursive: true })
  const output = await run(helm, 'package', chart, '--destination', folder)
  const file = /saved it to: (.*)$/m.exec(output)?.[1] ?? ''
  report(`${basename(file)}, ${(statSync(file).size / 1_000).toFixed(0)} kB`)
}

function report(message: string): void {
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0)
  process.stdout.write(`${seconds.padStart(4)} s  ${message}\n`)
}
