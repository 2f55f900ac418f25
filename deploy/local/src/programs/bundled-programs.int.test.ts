import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from '@outturn/model/places'
import { programEntries } from '../processes/processes.ts'
import { bundlePrograms } from './bundled-programs.ts'

const told: string[] = []
const programFile = await bundlePrograms(programEntries, (message) => told.push(message))

test('every program of the system has a bundle, made once for a state of the sources', async () => {
  const files = programEntries.map(programFile)
  expect(files.every((file) => existsSync(file) && !programEntries.includes(file))).toBe(true)
  const before = told.length
  const again = await bundlePrograms(programEntries, (message) => told.push(message))
  expect(programEntries.map(again)).toEqual(files)
  expect(told).toHaveLength(before)
})

test('a bundle does what its source does, and finds the files that lie beside that', () => {
  const entry = join(repository, 'services/settlement/src/main.ts')
  const run = (file: string) =>
    execFileSync(process.execPath, [file, '--check-config'], {
      encoding: 'utf8',
      env: {
        ENVIRONMENTS: 'production',
        NATS_URL: 'nats://127.0.0.1:4222',
        OUTTURN_NATS_PASSWORD: 'unused here',
        DATABASE_URL: 'postgres://127.0.0.1/none',
      },
    })
  expect(run(programFile(entry))).toBe(run(entry))
})

test('a thread runs the bundle of its worker, which the program names by where that lies', () => {
  const workers = globSync('services/*/src/adapters/*-worker.ts', { cwd: repository })
  const bundled = workers.map((file) => programFile(join(repository, file)))
  expect(bundled.filter((file) => file.endsWith('.ts') || !existsSync(file))).toEqual([])
  const place = bundled[0]?.slice(0, -(workers[0] ?? '').replace(/\.ts$/, '.mjs').length) ?? ''
  const texts = globSync('*.mjs', { cwd: place }).map((file) => readFileSync(join(place, file), 'utf8'))
  const named = texts.flatMap((text) =>
    [...text.matchAll(/ownMeta\d* = (.*);\n[^{]*?new URL\(`\.\/([\w-]+)\$/g)].map(([, meta, name]) =>
      join(JSON.parse(meta ?? '').dirname, `${name}${extname(JSON.parse(meta ?? '').url)}`),
    ),
  )
  expect(named.toSorted()).toEqual(bundled.toSorted())
})

test('a program whose bundle is gone runs from its source', () => {
  const unknown = join(repository, 'services/none/src/main.ts')
  expect(programFile(unknown)).toBe(unknown)
})
