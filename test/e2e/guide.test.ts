import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createKey } from '@outturn/contracts'
import { buildPackage, publishedPackages } from '@outturn/packages'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { runCommand } from '../system/command.ts'
import { connectOperator, type Operator } from '../system/operator.ts'
import { readSystem } from './api.ts'
import { findPythonWith, pythonSources } from '@outturn/sdk/python-client'

// Every sample of the guide is run as it stands, and what the page shows is what comes out; `npm test -- guide -u` rewrites it.

const system = readSystem(inject('system'))
const folder = join(import.meta.dirname, '../../docs/guide')
const pages = readdirSync(folder).filter((name) => name.endsWith('.md'))
const fence = /^```(\w+)\n([\s\S]*?)^```\n/gm
const python = findPythonWith('httpx')
const endOfSample = '\u001e'
let operator: Operator

/** What readers have installed: the packages that are published, and Express. */
const modules = mkdtempSync(join(tmpdir(), 'outturn-guide-modules-'))

beforeAll(async () => {
  operator = await connectOperator(system)
  await installPackages()
})
afterAll(async () => {
  rmSync(modules, { recursive: true, force: true })
  await operator.close()
})

async function installPackages(): Promise<void> {
  mkdirSync(join(modules, '.bin'), { recursive: true })
  for (const published of publishedPackages) {
    const library = basename(published.folder)
    if (!['receipt-verifier', 'cli', 'sdk'].includes(library)) continue
    const installed = join(modules, '@outturn', library)
    await buildPackage(published, { folder: installed, hasTypes: false })
    for (const command of Object.keys(published.commands)) {
      symlinkSync(join(installed, `${command}.mjs`), join(modules, '.bin', command))
    }
  }
  symlinkSync(join(folder, '../../libs/receipt-verifier/node_modules/express'), join(modules, 'express'))
}

/** Language of the samples of a page; those of others are for the shell. */
const languageOf: Readonly<Record<string, string>> = { 'python.md': 'python', 'typescript.md': 'ts' }

/** A page with each sample's output in the block that follows it. */
async function rerun(page: string, name: string): Promise<string> {
  const blocks = [...page.matchAll(fence)].map(([, language = '', text = '']) => ({ language, text }))
  const spoken = languageOf[name] ?? 'sh'
  const samples = blocks.filter(({ language }) => language === spoken)
  if (samples.length === 0 || (spoken === 'python' && python === undefined)) return page
  const outputs = await outputsOf(
    samples.map(({ text }) => text),
    { sh: runInShell, python: runAsPython, ts: runAsTypeScript }[spoken] ?? runInShell,
  )
  let sample = -1
  return page.replaceAll(fence, (block, language: string) => {
    if (language === spoken) sample += 1
    const isOutput = (language === 'json' || language === 'text') && sample >= 0
    return isOutput ? `\`\`\`${language}\n${outputs[sample]}\`\`\`\n` : block
  })
}

type Run = (
  samples: readonly string[],
  env: Readonly<Record<string, string>>,
) => ReturnType<typeof runCommand>

/** One shell for all samples, in a folder of its own. */
const runInShell: Run = (samples, env) => {
  const parts = samples.map((text) => `${text}printf '\\036'`)
  const enter = ['set -euo pipefail', 'cd "$(mktemp -d)"', `ln -s ${modules} node_modules`]
  const start = [...enter, 'export XDG_CONFIG_HOME=$PWD/config']
  return runCommand('bash', ['-c', [...start, ...parts].join('\n')], env)
}

/** One program in Python for all samples. */
const runAsPython: Run = (samples, env) => {
  const parts = samples.map((text) => `${text}\nprint("\\036", end="")`)
  const start = 'import os, tempfile\nos.chdir(tempfile.mkdtemp())'
  const settings = { PYTHONPATH: pythonSources, PYTHONDONTWRITEBYTECODE: '1' }
  return runCommand(python ?? '', ['-c', [start, ...parts].join('\n')], { ...env, ...settings })
}

/** One module for all samples, in a folder where the package is installed. */
const runAsTypeScript: Run = async (samples, env) => {
  const place = mkdtempSync(join(tmpdir(), 'outturn-guide-program-'))
  symlinkSync(modules, join(place, 'node_modules'))
  const program = samples.map((text) => `${text}\nprocess.stdout.write('\\u001e')`).join('\n')
  writeFileSync(join(place, 'samples.mjs'), stripTypeScriptTypes(program))
  const ended = await runCommand('bash', ['-c', `cd ${place} && node samples.mjs`], env)
  rmSync(place, { recursive: true })
  return ended
}

/** What each sample prints, all run by one program, one after another. */
async function outputsOf(samples: readonly string[], run: Run): Promise<string[]> {
  const { accountId, apiKey } = await operator.openAccount({ included: 100 })
  const { apiKey: verifyKey } = await operator.send(createKey, { accountId, scope: 'verify', label: 'guide' })
  const { code, output, errors } = await run(samples, {
    PATH: `${join(modules, '.bin')}:${process.env['PATH'] ?? ''}`,
    HOME: process.env['HOME'] ?? '',
    OUTTURN_URL: system.base_url,
    OUTTURN_KEY: apiKey,
    OUTTURN_VERIFY_KEY: verifyKey,
  })
  expect([code, errors]).toEqual([0, ''])
  return output.split(endOfSample).map(withoutAccidents)
}

/** What is the same in every run: ids, keys, digests, times and the address are not. */
function withoutAccidents(text: string): string {
  return text
    .replaceAll(/\b([a-z]+)_[0-9a-f]{24}\b/g, '$1_…')
    .replaceAll(/\b(spk_(?:live|cp)_)[\w-]+/g, '$1…')
    .replaceAll(/\b[0-9a-f]{64}\b/g, '…')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '…Z')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1:8080')
}

test.each(pages)('%s shows what its samples print', async (name) => {
  const path = join(folder, name)
  await expect(await rerun(readFileSync(path, 'utf8'), name)).toMatchFileSnapshot(path)
})

test.each(pages)('%s has its commands in samples that run', (name) => {
  const languages = [...readFileSync(join(folder, name), 'utf8').matchAll(fence)].map(
    ([, language]) => language,
  )
  expect(languages.filter((language) => /^(?:bash|shell|console|zsh)$/.test(language ?? ''))).toEqual([])
})

test.each(pages)('%s links only to what there is', (name) => {
  const links = [...readFileSync(join(folder, name), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)]
  expect(links.map(([, link = '']) => link).filter((link) => !existsSync(join(folder, link)))).toEqual([])
})
