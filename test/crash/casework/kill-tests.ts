import { caseworkFailPoints, type FailPoint } from '@outturn/service'
import { describe, expect, test, vi } from 'vitest'
import { isThorough } from '../layout.ts'
import { comparable, openStage, type Stand } from './stage.ts'
import { stories, type Story } from './stories.ts'

type Kill = { readonly point: FailPoint; readonly story: Story; readonly pass?: number }

/** Each step that a case takes by itself, and the story that a process ends in there. */
const kills: readonly Kill[] = [
  { point: 'spool.after-review-decision', story: stories.overturned },
  { point: 'spool.after-expiry', story: stories.lapsed },
  { point: 'spool.after-review-run', story: stories.overturned },
  { point: 'spool.after-receipt', story: stories.overturned },
  { point: 'spool.before-expiry', story: stories.lapsed },
  { point: 'verification.after-match', story: stories.matched },
  { point: 'spool.after-match', story: stories.matched },
  { point: 'verification.after-page', story: stories.synced, pass: 2 },
  { point: 'verification.before-sync-end', story: stories.synced },
  { point: 'spool.after-dispute-run', story: stories.corrected },
  { point: 'spool.after-agree', story: stories.refunded },
  { point: 'signing.after-record', story: stories.refunded },
]
/** `npm test` has those that money depends on most; `npm run crash` has all. */
const chosen = isThorough ? kills : kills.slice(0, 2)

const eventually = { timeout: 120_000, interval: 250 }

/** Tests of what becomes of the cases of a Spool when a process ends: the same as without that, and nothing twice. */
export function testKillsOfCases(stand: () => Stand): void {
  describe('the cases of a Spool', () => {
    /** How each story ends when it is not disturbed. */
    const undisturbed = new Map<Story, Promise<unknown>>()

    async function undisturbedEnd(story: Story): Promise<unknown> {
      const read = await story.play(await openStage(stand(), null), stand())
      return vi.waitFor(async () => {
        const end = comparable(await read())
        expect(end).toMatchObject(story.end)
        return end
      }, eventually)
    }

    test('every fail point of cases is in a story', () => {
      const points = new Set(kills.map(({ point }) => point))
      expect(caseworkFailPoints.filter((point) => !points.has(point))).toEqual([])
    })

    test.each(chosen)('a process that ends at $point loses and repeats nothing', async (kill) => {
      const { point, story, pass } = kill
      const end = undisturbed.get(story) ?? undisturbedEnd(story)
      undisturbed.set(story, end)
      const expected = await end
      const stage = await openStage(stand(), point, pass)
      const read = await story.play(stage, stand())
      await vi.waitFor(async () => expect(comparable(await read())).toEqual(expected), eventually)
      expect(stage.wrongAnswers).toEqual([])
    })
  })
}
