import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deployedProcesses } from '@outturn/model'
import { signingPurposes } from '@outturn/vocabulary'
import { afterAll, expect, test } from 'vitest'
import { writeKubernetesSecrets } from './kubernetes-layout.ts'

const folder = mkdtempSync(join(tmpdir(), 'outturn-kubernetes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (host: string) =>
  writeKubernetesSecrets({ folder, database: `postgres://${host}:5432/outturn`, prefix: 'outturn' })
const filesOf = (secrets: string) =>
  Object.fromEntries(
    readdirSync(secrets).map((name) => [
      name,
      Object.fromEntries(
        readdirSync(join(secrets, name)).map((key) => [key, readFileSync(join(secrets, name, key), 'utf8')]),
      ),
    ]),
  )

test('each Secret has the files of its process and no other, and another run keeps every password and key', async () => {
  const secrets = await write('one')
  const first = filesOf(secrets)
  for (const { name, secrets: own } of deployedProcesses.filter((each) => each.secrets.length > 0))
    expect(Object.keys(first[`outturn-${name}`] ?? {}).toSorted(), name).toEqual(
      own.map((each) => each.name).toSorted(),
    )
  expect(Object.keys(first['outturn-signing-keys-demo'] ?? {})).toHaveLength(signingPurposes.length)
  for (const path of readdirSync(secrets, { recursive: true }))
    expect(statSync(join(secrets, String(path))).mode & 0o077, String(path)).toBe(0)
  await write('two')
  const moved = JSON.stringify(first).replaceAll('@one:', '@two:')
  expect(JSON.stringify(filesOf(secrets))).toBe(moved)
  expect(moved).toContain('@two:')
})
