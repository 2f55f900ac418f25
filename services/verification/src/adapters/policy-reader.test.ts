import { readNumber } from '@outturn/canonical'
import type { DeterministicCheck } from '@outturn/checkers'
import type { Refusal } from '@outturn/contracts'
import { refusalOfPending } from '@outturn/testkit/refusals'
import { Piscina } from 'piscina'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { createPolicyReader, type EndOfReading, type PolicyReaderOptions } from './policy-reader.ts'
import { builtInRecipes } from '../domain/recipes/built-in-recipes.ts'
import { compile, confirm, draft, resolve } from './policy-reading.ts'

const [leads] = builtInRecipes as [(typeof builtInRecipes)[number]]

const slug = 'example'
const inTime = () => ({ accountId: 'a', until: Date.now() + 600_000 })
const long = (sentence: string, length = 20_000) => ({
  source: sentence.repeat(Math.floor(length / sentence.length)),
})
/** Takes the grammar about as long as any text can. */
const slow = long(`${'if about 50 rows, '.repeat(110)}. `)
/** A paragraph that is over what is read at once. */
const paragraph = long('Every row has "email". ', 600)
/** What the thread of the callers may read without holding up the others. */
const short = { source: 'Exactly 50 rows. Every row has "email".' }

const readers: ReturnType<typeof createPolicyReader>[] = []
/** A thread loads what it reads texts with for most of a second: tests with no limits of their own share one. */
const plain = reader({})

function reader(options: Partial<PolicyReaderOptions>) {
  const made = createPolicyReader({ slug, threads: 1, timeoutMs: 600_000, ...options })
  readers.push(made)
  return made
}
afterEach(() => void vi.restoreAllMocks())
afterAll(() => Promise.all(readers.map((each) => each.stop())))

test('a number that no float holds keeps its digits on its way to a thread', async () => {
  const [value, pattern] = [readNumber('10.000000000000000001'), '(a{1,30}){1,30}'.repeat(20)]
  const checks = [
    { checker: 'json_path', path: '$.a', operator: 'gt', value },
    { checker: 'json_path', path: '$.a', operator: 'matches', value: pattern },
  ] as DeterministicCheck[]
  const [found] = await plain.findProblems(inTime(), checks)
  expect(found).toBeNull()
})

test('a long text read in a thread is the same draft, bit for bit, as one read here, and so is its confirmation', async () => {
  const read = await plain.draft(inTime(), paragraph)
  expect({ result: read }).toEqual(draft({ request: paragraph, slug }))
  const task = {
    stored: { request: paragraph, digest: read.digest },
    request: { policy_id: 'pol_000000000000000000000001', policy_digest: read.digest, accept: ['sug_1'] },
  }
  expect({ result: await plain.confirm(inTime(), task) }).toEqual(confirm({ ...task, slug }))
})

/** Compiled, it is thousands of instructions. */
const repeated = 'a{0,1000}'.repeat(3)

test('conditions whose patterns take long are read in a thread, to the same checks and problems as here', async () => {
  const run = vi.spyOn(Piscina.prototype, 'run')
  const texts = {
    fields: [],
    fieldsFrom: 'rows' as const,
    conditions: [{ index: 3, text: `$.a matches "${repeated}"` }],
  }
  const check = { checker: 'json_path', path: '$.a', operator: 'matches', value: repeated } as const
  const unusable = { ...check, value: `${repeated}(?=x)` }
  const terms = { required: true, verification_method: 'deterministic', deterministic_check: check }
  const recipe = { ...leads, params: [], conditions: [{ description: 'A.', ...terms }] }
  const task = { recipe, reference: { id: recipe.id } }
  expect({ result: await plain.compile(inTime(), texts) }).toEqual(compile(texts))
  expect({ result: await plain.resolve(inTime(), task) }).toEqual(resolve(task))
  expect(await plain.findProblems(inTime(), [check, unusable])).toMatchObject([null, { field: 'value' }])
  expect(run).toHaveBeenCalledTimes(3)
  const { code, options } = await refusalOfPending(
    plain.compile(inTime(), {
      ...texts,
      conditions: [{ index: 3, text: `${texts.conditions[0]?.text} or not` }],
    }),
  )
  expect([code, options.field]).toEqual(['ambiguity_required', 'conditions[3]'])
})

test('a long text is refused in the same words as a short one', async () => {
  const words = ({ code, status, message, options }: Refusal) => [code, status, message, options]
  const refusals = [paragraph, short].map((request) =>
    refusalOfPending(plain.draft(inTime(), { ...request, currency: 'EUR' })),
  )
  const [inThread, here] = await Promise.all(refusals)
  expect(inThread && words(inThread)).toEqual(here && words(here))
})

test('a short text has no thread', async () => {
  const run = vi.spyOn(Piscina.prototype, 'run')
  await plain.draft(inTime(), short)
  await plain.compile(inTime(), {
    fields: [],
    fieldsFrom: 'rows' as const,
    conditions: [{ index: 0, text: 'Exactly 50 rows' }],
  })
  await plain.resolve(inTime(), { recipe: leads, reference: { id: leads.id, params: { rows: 50 } } })
  await plain.findProblems(inTime(), [{ checker: 'json_path', path: '$.a' }])
  expect(run).not.toHaveBeenCalled()
})

test('neither a text as long as may be nor a kept one with long answers holds up the event loop', async () => {
  const asking = long('Neat. ', 480)
  const { content, digest } = await plain.draft(inTime(), asking)
  const { source: answer } = long('Every row has "email" and no duplicate "phone". ', 500)
  const answers = Object.fromEntries(content.ambiguities.map(({ ambiguity_id }) => [ambiguity_id, answer]))
  expect(Object.keys(answers)).toHaveLength(80)
  const request = { policy_id: 'pol_000000000000000000000001', policy_digest: digest, accept: [], answers }
  const worst = longestStretch()
  await Promise.allSettled([
    plain.draft(inTime(), slow),
    plain.confirm(inTime(), { stored: { request: asking, digest }, request }),
  ])
  // Read on the loop they take about four seconds of it.
  expect(worst()).toBeLessThan(400)
})

test('a text that a full machine does not get to is refused until later and ends its thread, and the text that waits behind it is read', async () => {
  const ended: EndOfReading[] = []
  const policies = reader({ countEnded: (cause) => ended.push(cause) })
  await policies.draft(inTime(), paragraph)
  const { setTimeout: later } = globalThis
  const limits: number[] = []
  // The two limits of the first text, of a processor and by the clock; those of the second are as they are.
  const limited = vi.spyOn(globalThis, 'setTimeout').mockImplementation((act: () => void, ms = 0) => {
    const isLimit = ms === 600_000 || ms === 6_000_000
    if (isLimit) limits.push(ms)
    return later(act, isLimit && limits.length <= 2 ? 2 : ms)
  })
  const late = refusalOfPending(policies.draft(inTime(), slow))
  const other = policies.draft({ ...inTime(), accountId: 'b' }, paragraph)
  const { code, options } = await late
  expect(new Set(limits.slice(0, 2))).toEqual(new Set([600_000, 6_000_000]))
  expect([code, options.reason, options.retryAfterSeconds]).toEqual([
    'configuration_unavailable',
    'overloaded',
    1,
  ])
  expect(options.remediation).toBe('Send the same request again after the seconds in Retry-After.')
  expect((await other).content.suggested_conditions).toHaveLength(26)
  limited.mockRestore()
  expect(ended).toEqual(['time'])
})

test('a text that takes too much of a processor is asked to be shorter, however long that takes on the clock', async () => {
  const ended: EndOfReading[] = []
  const brief = reader({ timeoutMs: 97, countEnded: (cause) => ended.push(cause) })
  const { setTimeout: later } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((act: () => void, ms = 0) =>
    later(act, ms === 970 ? 600_000 : ms),
  )
  const { message, options } = await refusalOfPending(brief.draft(inTime(), slow))
  expect(message).toBe('The text was not read within 97 ms of processor time.')
  expect(options.remediation).toContain('send a shorter text')
  expect(ended).toEqual(['time'])
})

// Node does not always end a thread at the limit of its memory: about one in twenty stands still there, until its time is over.
const atMemoryLimit = { timeout: 20_000, retry: 3 }

test('a text that takes more memory than one may is refused for good', atMemoryLimit, async () => {
  const ended: EndOfReading[] = []
  // Room for the modules of the reader, and not for thousands of questions.
  const narrow = reader({ memoryMb: 46, countEnded: (cause) => ended.push(cause) })
  const { code, status, options } = await refusalOfPending(narrow.draft(inTime(), long('1. a\n')))
  expect([code, status, options.field]).toEqual(['validation_failed', 422, 'source'])
  expect(ended).toEqual(['memory'])
})

test('a text whose caller has stopped waiting before its turn is not read', async () => {
  const ended: EndOfReading[] = []
  const run = vi.spyOn(Piscina.prototype, 'run')
  const policies = reader({ countEnded: (cause) => ended.push(cause) })
  const late = await refusalOfPending(policies.draft({ accountId: 'a', until: Date.now() }, paragraph))
  expect([late.code, late.options.reason]).toEqual(['configuration_unavailable', 'overloaded'])
  expect(ended).toEqual(['wait'])
  expect(run).not.toHaveBeenCalled()
})

test('a command that is sent again while its text is read has the one reading', async () => {
  const run = vi.spyOn(Piscina.prototype, 'run')
  const [one, again] = await Promise.all([
    plain.draft(inTime(), paragraph),
    plain.draft(inTime(), { ...paragraph }),
  ])
  expect(again).toEqual(one)
  expect(run).toHaveBeenCalledTimes(1)
  await plain.draft(inTime(), paragraph)
  expect(run).toHaveBeenCalledTimes(2)
})

test('accounts take turns: who sends one text waits for no more than one of who sends many', async () => {
  const done: string[] = []
  const read = (accountId: string, name: string) =>
    plain
      .draft({ ...inTime(), accountId }, { source: `${paragraph.source}${name}.` })
      .then(() => done.push(name))
  await Promise.all([read('a', 'a1'), read('a', 'a2'), read('a', 'a3'), read('b', 'b1')])
  expect(done).toEqual(['a1', 'b1', 'a2', 'a3'])
})

/** Longest time, ms of processor time, in which the event loop of this thread did nothing else. */
function longestStretch(): () => number {
  let longest = 0
  let last = process.threadCpuUsage()
  const look = () => {
    const used = process.threadCpuUsage(last)
    longest = Math.max(longest, (used.user + used.system) / 1_000)
    last = process.threadCpuUsage()
  }
  const timer = setInterval(look, 5)
  return () => {
    clearInterval(timer)
    look()
    return longest
  }
}
