import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from './places.ts'
import { memorySettings, nodeArguments } from './node-process.ts'

const lines = readFileSync(join(repository, 'deploy/docker/Dockerfile'), 'utf8').split('\n')

test('the image gives its processes the same settings for memory as the local system', () => {
  const set = lines.flatMap((line) => [...line.matchAll(/([A-Z_]+)="?([^"\s]+)/g)])
  expect(Object.fromEntries(set.map(([, name, value]) => [name, value]))).toMatchObject(memorySettings)
})

test('the image gives Node the same arguments as the local system', () => {
  const entry = lines.find((line) => line.startsWith('ENTRYPOINT '))?.slice('ENTRYPOINT '.length) ?? ''
  expect(JSON.parse(entry)).toEqual(['node', ...nodeArguments])
})

/** A thread that makes and drops values, as the reading of a large body does; then the CPU ticks of all threads and of V8's helpers. */
const collecting = `
  const { Worker } = require('node:worker_threads')
  const { readdirSync, readFileSync } = require('node:fs')
  const work = () => {
    const rows = JSON.stringify(Array.from({ length: 50_000 }, (_, n) => ({ n, text: 'x'.repeat(14), more: [n, n] })))
    for (let times = 0; times < 8; times += 1) JSON.stringify(JSON.parse(rows).map((row) => ({ ...row })))
    const { parentPort } = require('node:worker_threads')
    parentPort.on('message', () => {}).postMessage('done')
  }
  const worker = new Worker('(' + work + ')()', { eval: true, resourceLimits: { maxOldGenerationSizeMb: 1_024 } })
  worker.on('message', () => {
    const ticks = { all: 0, helpers: 0 }
    for (const task of readdirSync('/proc/self/task')) {
      const stat = readFileSync('/proc/self/task/' + task + '/stat', 'utf8')
      const [user, system] = stat.split(') ')[1].split(' ').slice(11, 13).map(Number)
      ticks.all += user + system
      if (stat.includes('(V8Worker)')) ticks.helpers += user + system
    }
    console.log(JSON.stringify(ticks))
    process.exit()
  })
`

test('what a thread drops is collected at its own priority, not by helpers at that of the event loop', () => {
  if (process.platform !== 'linux') return
  const options = { encoding: 'utf8', env: memorySettings } as const
  const told = execFileSync(process.execPath, [...nodeArguments, '--eval', collecting], options)
  const { all, helpers } = JSON.parse(told) as { all: number; helpers: number }
  expect(all).toBeGreaterThan(0)
  expect(helpers).toBeLessThan(all / 10)
})

test('a process has one helper of V8 that competes with event loops', () => {
  if (process.platform !== 'linux') return
  const counting = `
    const { readdirSync, readFileSync } = require('node:fs')
    const names = readdirSync('/proc/self/task').map((task) => readFileSync('/proc/self/task/' + task + '/comm', 'utf8').trim())
    console.log(names.filter((name) => name === 'V8Worker').length)
  `
  const told = execFileSync(process.execPath, [...nodeArguments, '--eval', counting], { encoding: 'utf8' })
  expect(Number(told)).toBe(1)
})
