import type { ReviewView } from '@outturn/contracts'
import { personRoles } from '@outturn/vocabulary'
import { expect, test } from 'vitest'
import { renderedContent } from '../spools/listed-spools.fixture.ts'
import { spoolContent } from '../spools/spool-page.ts'
import { buyersSpool, pageView } from '../spools/spool-view.fixture.ts'

const textOf = (changes: Parameters<typeof pageView>[0] = {}) =>
  renderedContent(spoolContent(pageView(changes)))
const words = (page: string) => page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

test.each(personRoles)(
  'reviews show who was named, masked, and a %s acts as `can` and the role allow',
  (role) => {
    const review: ReviewView = {
      ...{ id: 'rev_000000000000000000000001', receipt_id: 'ocr_000000000000000000000001' },
      ...{ spool_id: buyersSpool().id, dispute_id: null, status: 'requested', status_reason: null },
      ...{ requested_by: 'provider', standing: 'advisory', verified_by: 'email' },
      request: { name: '<b>Ana', question: 'One company?', scope: {} },
      notification: { channel: 'smtp', status: 'queued', to: 'a***@example.com', at: null, attempts: 0 },
      ...{ created_at: '2026-11-27T12:00:00.000Z', expires_at: '2026-11-30T12:00:00.000Z' },
      ...{ decision: null, effect: null, replacement_receipt_id: null, can: ['consent'] },
    }
    const page = textOf({ role, reviews: [review] })
    expect(words(page)).toContain('The whole receipt. The holder of the link decides with a code')
    const decided = words(
      textOf({
        role,
        reviews: [
          {
            ...{ ...review, status: 'overturned', effect: 'superseded', can: [] },
            request: {
              ...review.request,
              scope: { condition_ids: [buyersSpool().conditions[1]?.id ?? ''], units: [3] },
            },
            decision: {
              decision: 'overturn',
              detail: null,
              condition_outcomes: [],
              unit_outcomes: [],
              at: review.created_at,
            },
            replacement_receipt_id: 'ocr_000000000000000000000002',
          },
        ],
      }),
    )
    expect(decided).toMatch(
      /Conditions 2\. Units 3\.( It is about an earlier receipt\.)? Decided 27 Nov 2026/,
    )
    expect(decided).toContain('The new receipt')
    expect(words(page)).toContain(
      'Waits for the reviewer Advisory &lt;b>Ana ( a***@example.com ), asked by LeadBot , until',
    )
    const acts = role === 'owner' || role === 'developer'
    expect(page.includes(`action="/console/spools/${buyersSpool().id}/reviews/${review.id}/act"`)).toBe(acts)
    expect(page).not.toContain('value="withdraw"')
    expect(textOf({ role, reviews: null })).toContain('They could not be read.')
  },
)
