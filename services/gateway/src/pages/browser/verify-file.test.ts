import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const golden = JSON.parse(
  readFileSync(new URL('../../../../../test/vectors/receipt/golden.json', import.meta.url), 'utf8'),
) as { receipt: object; keys: object }
const good = JSON.stringify(golden.receipt)

type Act = (event: object) => void

/** As much of an element as the script of the page uses. */
function element() {
  const acts = new Map<string, Act>()
  return {
    ...{ textContent: '', className: '', value: '', files: null, dataset: { keysUrl: '/keys' } },
    addEventListener: (name: string, act: Act) => void acts.set(name, act),
    happen: (name: string) => acts.get(name)?.({ preventDefault: () => {} }),
  }
}

const elements = new Map<string, ReturnType<typeof element>>()
function find(selector: string): ReturnType<typeof element> {
  const found = elements.get(selector) ?? element()
  elements.set(selector, found)
  return found
}

/** Answers to the keys are held back while this is not null. */
let held: PromiseWithResolvers<void> | null = null

beforeAll(async () => {
  vi.stubGlobal('document', { querySelector: find, addEventListener: () => {} })
  vi.stubGlobal('fetch', async (url: string) => {
    if (url !== '/keys') return Response.error()
    await held?.promise
    return Response.json(golden.keys)
  })
  await import('./verify-file.ts')
})
afterAll(() => void vi.unstubAllGlobals())

function verify(text: string): void {
  find('#receipt').value = text
  find('#verify').happen('submit')
}

const summary = () => find('.verdict strong').textContent
const signature = () => [
  find('[data-check=signature]').className,
  find('[data-check=signature] .vh').textContent,
]

test('a check that passed for one receipt does not stay passed for the next', async () => {
  verify(good)
  await expect.poll(signature).toEqual(['passed', 'Passed: '])
  verify('{"id":"ocr_x"}')
  await expect.poll(summary).toMatch(/^Not valid: /)
  expect(signature()).toEqual(['', 'Not checked here: '])
  verify(good.replace('"signature":"', '"signature":"A'))
  await expect.poll(signature).not.toEqual(['passed', 'Passed: '])
  verify('x')
  expect([summary(), ...signature()]).toEqual(['Not verified.', '', 'Not checked here: '])
})

test('the result of a text is not shown once another one is there', async () => {
  const waiting = Promise.withResolvers<void>()
  held = waiting
  verify(good)
  expect(summary()).toBe('Verifying …')
  verify('x')
  held = null
  waiting.resolve()
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  expect([summary(), ...signature()]).toEqual(['Not verified.', '', 'Not checked here: '])
})
