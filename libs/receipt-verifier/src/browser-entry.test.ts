import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const { resolve } = createRequire(import.meta.url)

/** What an entry point and the modules it imports, those of the workspace too, import from elsewhere. */
function importsOf(entry: URL, seen = new Set<string>(), foreign = new Set<string>()): Set<string> {
  if (seen.has(entry.href)) return foreign
  seen.add(entry.href)
  const source = readFileSync(entry, 'utf8')
  for (const [, specifier = ''] of source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
    if (specifier.startsWith('.')) importsOf(new URL(specifier, entry), seen, foreign)
    else if (specifier.startsWith('@outturn/')) importsOf(pathToFileURL(resolve(specifier)), seen, foreign)
    else foreign.add(specifier)
  }
  return foreign
}

test('the browser entry rests on the two noble packages and nothing of Node', () => {
  const foreign = [...importsOf(new URL('index.ts', import.meta.url))]
  expect(foreign.toSorted()).toEqual([
    '@noble/ed25519',
    '@noble/hashes/hmac.js',
    '@noble/hashes/sha2.js',
    '@noble/hashes/utils.js',
  ])
})

test('no module of the browser entry uses Buffer or process', () => {
  const seen = new Set<string>()
  importsOf(new URL('index.ts', import.meta.url), seen)
  expect(seen.size).toBeGreaterThan(20)
  for (const href of seen) {
    expect(existsSync(new URL(href))).toBe(true)
    expect(readFileSync(new URL(href), 'utf8')).not.toMatch(/\b(?:Buffer|process)\b[.(]/)
  }
})
