import { beforeEach, expect, test, vi } from 'vitest'
import { type Path, walkPath } from '../testing/replicated-path.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  return () => void vi.useRealTimers()
})

const one = { gateways: 1, replicas: 1 }

async function costOver(path: Pick<Path, 'gateways' | 'replicas'>, arrivalsPerS: number) {
  const seconds = 3
  const few = await walkPath({ ...one, arrivalsPerS, seconds })
  const many = await walkPath({ ...path, arrivalsPerS, seconds })
  return {
    commits: many.commits / few.commits,
    messages: many.messages / few.messages,
    inside: (many.messages - many.atEntrance) / (few.messages - few.atEntrance),
  }
}

const most = 1.2

test('at 100 requests a second eight processes of each service need a fifth more commits and messages than one at most', async () => {
  const { commits, messages } = await costOver({ gateways: 8, replicas: 8 }, 100)
  expect(commits).toBeLessThanOrEqual(most)
  expect(messages).toBeLessThanOrEqual(most)
})

test('at 400 a second that holds for commits and for all messages but those of the gateways', async () => {
  const { commits, inside } = await costOver({ gateways: 8, replicas: 8 }, 400)
  expect(commits).toBeLessThanOrEqual(most)
  expect(inside).toBeLessThanOrEqual(most)
})

test('and for all messages where one gateway takes the requests', async () => {
  const { commits, messages } = await costOver({ gateways: 1, replicas: 8 }, 400)
  expect(commits).toBeLessThanOrEqual(most)
  expect(messages).toBeLessThanOrEqual(most)
})
