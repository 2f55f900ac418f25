import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { promisify } from 'node:util'
import { repository } from '../gates/run-program.ts'
import type { Renderings } from './compiled-objects.ts'
import { podsOf } from './kubernetes-objects.ts'
import { mountRelease } from './release-mounts.ts'

const run = promisify(execFile)

/** Has each program check the environment of its containers; returns how many environments there were, and what was refused. */
export async function findRefusedEnvironments(
  renderings: Renderings,
  secretsOf: (rendering: string) => { prefix?: string; names?: Readonly<Record<string, string>> },
): Promise<{ checked: number; problems: string[] }> {
  const problems: string[] = []
  const seen = new Set<string>()
  for (const [rendering, objects] of Object.entries(renderings)) {
    const { prefix = 'outturn', names = {} } = secretsOf(rendering)
    const mounts = await mountRelease(prefix)
    for (const { name, containers, pod } of podsOf(objects)) {
      const container = containers[0]
      const isServer = container?.livenessProbe !== undefined || name === 'operator'
      if (container === undefined || !isServer) continue
      const variables = (container.env ?? []).flatMap(({ name: variable, value }) =>
        value === undefined ? [] : [[variable, value] as const],
      )
      const identity = JSON.stringify([name, variables])
      if (seen.has(identity)) continue
      seen.add(identity)
      const secret = pod.volumes?.find((volume) => volume.name === 'secrets')?.['secret'] as
        | { secretName: string }
        | undefined
      const expected = [`${prefix}-${name}`, names[name]]
      if (!expected.includes(secret?.secretName))
        problems.push(`${rendering}: ${name} mounts the Secret ${secret?.secretName}`)
      const env = Object.fromEntries(
        variables.map(([variable, value]) => [variable, mounts.pathOf(name, value)]),
      )
      const args =
        name === 'operator'
          ? ['deploy/operator/src/main.ts', '--help']
          : [(container.args?.[0] ?? '').replace(/\.js$/, '.ts'), '--check-config']
      const ended = await run(process.execPath, args, {
        cwd: repository,
        env: { PATH: process.env['PATH'], ...env },
      }).then(
        () => null,
        ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`.trim(),
      )
      if (ended !== null) problems.push(`${rendering}: ${name}: ${ended}`)
    }
    rmSync(mounts.root, { recursive: true, force: true })
  }
  return { checked: seen.size, problems }
}
