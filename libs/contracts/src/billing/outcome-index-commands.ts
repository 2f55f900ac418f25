import { AccountId } from '@outturn/agreement'
import { z } from 'zod'
import { keyAccess, openAccess } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { IndexPeriod, OutcomeIndex, outcomeIndexQuery } from './outcome-index.ts'
import { defineCommand, defineQuery } from '../operation.ts'

/** What was published of a period, or of the latest one. */
export const readOutcomeIndex = defineQuery('billing.read-outcome-index', {
  input: z.strictObject({ period: IndexPeriod.optional() }),
  output: OutcomeIndex,
  refuses: ['not_found', 'not_acceptable'],
  http: {
    path: '/api/outcome-index',
    access: keyAccess(['full', 'verify'], { sandbox: false, ignoresSessions: true }),
    tag: 'Outcome index',
    summary: 'Read the outcome index',
    description:
      'Returns how first verification runs ended, by kind of work, over all accounts in one calendar month. A month is published 3 days after its end and never changed. Small groups are left out and counts are rounded, so that no single run can be read from it. It costs nothing. Add `format=csv` for a table.',
    hasOwnRule: true,
    query: outcomeIndexQuery,
    success: { status: 200, description: 'The published document.' },
  },
})

export const showOutcomeIndex = defineEndpoint({
  operationId: 'show-outcome-index',
  path: '/outcome-index',
  access: openAccess,
  tag: 'Pages',
  summary: 'Show the outcome index',
  description: 'A page for people: the outcome index as charts and tables. With `format=csv` it is a file.',
  query: outcomeIndexQuery,
  success: {
    status: 200,
    description: 'The page in HTML.',
    content: { mediaType: 'text/html', orJson: OutcomeIndex },
  },
  refuses: ['not_found', 'not_acceptable'],
})

/** Ends the period under way and publishes it now; publishes nothing twice. */
export const publishOutcomeIndex = defineCommand('billing.publish-outcome-index', {
  input: z.strictObject({}),
  output: z.strictObject({ period: IndexPeriod, document: OutcomeIndex }),
  refuses: ['invalid_state', 'configuration_unavailable'],
  sentBy: ['operator'],
})

/** Whether the runs of an account are counted from now on. What was counted and published before stays. */
export const setIndexOptOut = defineCommand('billing.set-index-opt-out', {
  input: z.strictObject({ accountId: AccountId, isOptedOut: z.boolean() }),
  output: z.strictObject({ accountId: AccountId, isOptedOut: z.boolean() }),
  sentBy: ['operator'],
})
