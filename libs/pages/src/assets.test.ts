import { beforeAll, expect, test } from 'vitest'
import { type BuiltAssets, buildAssets } from './assets.ts'

let assets: BuiltAssets<never>
beforeAll(async () => {
  assets = await buildAssets({})
})

const textOf = (path: string) =>
  Buffer.from(assets.files.get(path.slice('/assets/'.length))?.bytes ?? []).toString()

test.each([
  ['console', 12],
  ['copy-code', 2],
] as const)(
  'the script %s has at most %i KiB, no HTML sink, and loads nothing from elsewhere',
  (name, mostKiB) => {
    const path = assets.scripts[name]
    expect(path).toMatch(/^\/assets\/[a-z-]+-[0-9a-f]{16}\.js$/)
    const text = textOf(path)
    expect(text.length).toBeGreaterThan(300)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(mostKiB * 1_024)
    expect(text).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\(|new Function|import\(|https?:/,
    )
  },
)
