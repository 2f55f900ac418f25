import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { installation, manifestOf, packages, specifiersOf } from './stranger.ts'
import { mustRun, runProgram, tools } from './tools.ts'

const specifiers = packages.flatMap(specifiersOf)
const withCommands = packages.filter(({ commands }) => Object.keys(commands).length > 0)

/** Prints the exports of every module of every package, as JSON by module. */
const importing = `
const found = {}
for (const specifier of ${JSON.stringify(specifiers)}) {
  const names = Object.keys(await import(specifier))
  found[specifier] = names.filter((name) => name !== 'default' && name !== 'module.exports').sort()
}
console.log(JSON.stringify(found))
`
const requiring = `
const found = {}
for (const specifier of ${JSON.stringify(specifiers)}) found[specifier] = Object.keys(require(specifier)).sort()
console.log(JSON.stringify(found))
`
const files = {
  importing: join(installation, 'importing.mjs'),
  requiring: join(installation, 'requiring.cjs'),
}
let expected: Record<string, string[]>

beforeAll(async () => {
  mkdirSync(installation, { recursive: true })
  writeFileSync(files.importing, importing)
  writeFileSync(files.requiring, requiring)
  expected = JSON.parse(await mustRun(tools.node24, [files.importing])) as Record<string, string[]>
})

test('every module exports something', () => {
  expect(Object.keys(expected)).toEqual(specifiers)
  expect(specifiers.filter((specifier) => expected[specifier]?.length === 0)).toEqual([])
})

test.each([
  ['Node 20, ES modules', tools.node20, [files.importing]],
  ['Node 20, CommonJS', tools.node20, [files.requiring]],
  ['Node 24, CommonJS', tools.node24, [files.requiring]],
  ['Bun, ES modules', tools.bun, [files.importing]],
  ['Bun, CommonJS', tools.bun, [files.requiring]],
  ['Deno', tools.deno, ['run', '--allow-all', '--no-remote', '--node-modules-dir=manual', files.importing]],
])('%s load every module with the same exports, and say nothing else', async (_, program, args) => {
  const { code, stdout, stderr } = await runProgram(program, args, { cwd: installation })
  expect([code, stderr]).toEqual([0, ''])
  expect(JSON.parse(stdout)).toEqual(expected)
})

test('esbuild bundles every module for Node, and what runs anywhere for browsers', async () => {
  for (const specifier of specifiers) {
    const isForNode = /\/(node|express|fastify|service)$/.test(specifier)
    const entry = `export * from ${JSON.stringify(specifier)}`
    const platform = isForNode ? 'node' : 'browser'
    const args = ['--bundle', '--format=esm', `--platform=${platform}`, '--log-level=warning']
    const { code, stdout, stderr } = await runProgram(tools.esbuild, args, {
      cwd: installation,
      input: entry,
    })
    expect([specifier, code, stderr]).toEqual([specifier, 0, ''])
    expect(stdout.length).toBeGreaterThan(500)
  }
})

describe.each([
  ['Node 20', tools.node20],
  ['Node 24', tools.node24],
])('%s', (_, node) => {
  test.each(
    withCommands.flatMap((tried) => Object.keys(tried.commands).map((command) => ({ command, tried }))),
  )('$command prints its version and its usage', async ({ command, tried }) => {
    const program = join(installation, 'node_modules/.bin', command)
    const version = await runProgram(node, [program, '--version'])
    expect(version).toEqual({ code: 0, stdout: `${manifestOf(tried).version}\n`, stderr: '' })
    const help = await runProgram(node, [program, '--help'])
    expect(help).toEqual({
      code: 0,
      stdout: expect.stringContaining(`Usage: ${command}`) as string,
      stderr: '',
    })
    const mistaken = await runProgram(node, [program, '--no-such-option'])
    expect(mistaken.code).toBe(2)
    expect(mistaken.stdout).toBe('')
    expect(mistaken.stderr).toContain('no-such-option')
  })

  test('the tools for agents answer over stdio, and ask nothing of the network before the first call', async () => {
    const requests = [
      {
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-11-25',
          capabilities: {},
          clientInfo: { name: 'stranger', version: '1' },
        },
      },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/list', params: {} },
    ]
    const { code, stdout, stderr } = await runProgram(
      node,
      [join(installation, 'node_modules/.bin/outturn-mcp')],
      {
        env: { OUTTURN_URL: 'http://127.0.0.1:9' },
        input: requests.map((request) => `${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`).join(''),
      },
    )
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; result: object })
    expect([code, stderr, answers.map(({ id }) => id)]).toEqual([0, '', [1, 2]])
    expect(answers[0]?.result).toMatchObject({ serverInfo: { name: 'outturn' } })
    expect(answers[1]?.result).toMatchObject({
      tools: expect.arrayContaining([expect.objectContaining({ name: 'verify_delivery' })]) as unknown[],
    })
  })
})

test('npx runs the program of a package by the name of the package', async () => {
  const { code, stdout } = await runProgram('npx', ['--offline', '--no', '--', '@outturn/mcp', '--version'], {
    cwd: installation,
  })
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)])
})
